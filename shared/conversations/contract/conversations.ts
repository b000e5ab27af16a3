import * as z from "zod";
import { idParams } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { cursor, limitParameter } from "../../edge/contract/paging.ts";
import { type Capability, route } from "../../edge/contract/route.ts";
import { conversationPageView, conversationView, historyView } from "./conversation-views.ts";
import { replyRequest } from "./reply.ts";

export const CONVERSATION_PAGE = { max: 100, byDefault: 25 } as const;
export const HISTORY_PAGE = { max: 500, byDefault: 100 } as const;

export const conversationFilter = {
  window: z.enum(["open", "closed"], { error: "window must be one of: open, closed" }).optional(),
  q: z.string({ error: "q must be a string" }).optional(),
  cursor,
};

const listQuery = z.object({ ...conversationFilter, limit: limitParameter(CONVERSATION_PAGE) });
const historyQuery = z.object({ cursor, limit: limitParameter(HISTORY_PAGE) });

export const READ: readonly Capability[] = ["chat:read"];
const SEND: readonly Capability[] = [
  "chat:read",
  "chat:write",
  "config:read",
  "content:read",
  "content:write",
  "notifications:read",
  "notifications:add",
  "ephemeral:write",
  "delivery-queue:send",
];

/** The parts that this route shares with the panel's route. */
export const list = {
  summary: "List conversations",
  method: "GET",
  query: listQuery,
  success: { status: 200, schema: conversationPageView },
  uses: [...READ, "chat:list"],
  impact: "conversations cannot be listed",
} as const;

export const detail = {
  summary: "Read a conversation",
  method: "GET",
  params: idParams,
  success: { status: 200, schema: conversationView },
  uses: READ,
  impact: "conversations cannot be read",
} as const;

export const history = {
  summary: "Read a conversation's messages",
  method: "GET",
  params: idParams,
  query: historyQuery,
  success: { status: 200, schema: historyView },
  uses: [...READ, "notifications:read-many"],
  impact: "conversations cannot be read",
} as const;

const replyView = z.strictObject({ notification_id: z.guid() });

export const reply = {
  summary: "Answer a customer",
  method: "POST",
  headers: IDEMPOTENCY_KEY,
  params: idParams,
  body: replyRequest,
  success: { status: 202, schema: replyView },
  uses: SEND,
  impact: "customers get no answer",
} as const;

export const LIST_REFUSALS = ["invalid_request", "unauthorized"] as const;
export const READ_REFUSALS = [...LIST_REFUSALS, "not_found"] as const;
export const REPLY_REFUSALS = [...READ_REFUSALS, "window_closed", "conversation_held", ...KEY_REFUSALS] as const;

const API = { group: "conversations", auth: ["api-key"] } as const;

export const listConversations = route({
  ...API,
  ...list,
  operationId: "listConversations",
  path: "/api/v1/chat-conversations",
  refusals: LIST_REFUSALS,
});

export const getConversation = route({
  ...API,
  ...detail,
  operationId: "getConversation",
  path: "/api/v1/chat-conversations/{id}",
  refusals: READ_REFUSALS,
});

export const getConversationMessages = route({
  ...API,
  ...history,
  operationId: "getConversationMessages",
  path: "/api/v1/chat-conversations/{id}/messages",
  refusals: READ_REFUSALS,
});

export const replyToConversation = route({
  ...API,
  ...reply,
  operationId: "replyToConversation",
  path: "/api/v1/chat-conversations/{id}/reply",
  refusals: [...REPLY_REFUSALS, "recipient_not_allowed", "daily_limit_reached"],
});
