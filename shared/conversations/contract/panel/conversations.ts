import * as z from "zod";
import { oneOf } from "../../../edge/contract/fields.ts";
import { limitParameter } from "../../../edge/contract/paging.ts";
import { route } from "../../../edge/contract/route.ts";
import {
  CONVERSATION_PAGE,
  conversationFilter,
  detail,
  history,
  LIST_REFUSALS,
  list,
  READ,
  READ_REFUSALS,
  REPLY_REFUSALS,
  reply,
} from "../conversations.ts";
import { panelConversationPageView, panelConversationView } from "./conversation-views.ts";
import { panelHistoryView } from "./history-view.ts";
import { panelReplyRequest } from "./reply.ts";

/** These routes take a person's access token. They have a file of their own, so that routes for keys load no token verifier. */
export const PANEL = { group: "panel-conversations", auth: ["access-token"] } as const;

const views = oneOf("view", ["all", "waiting", "unread", "done"]).optional();

export const listPanelConversations = route({
  ...PANEL,
  ...list,
  query: z.object({ ...conversationFilter, view: views, limit: limitParameter(CONVERSATION_PAGE) }),
  success: { status: 200, schema: panelConversationPageView },
  uses: [...list.uses, "chat:list-waiting", "notifications:read-many"],
  operationId: "listPanelConversations",
  path: "/panel/api/chat-conversations",
  refusals: [...LIST_REFUSALS, "insufficient_scope"],
});

const counted = z.int();

export const countPanelConversations = route({
  ...PANEL,
  operationId: "countPanelConversations",
  summary: "Count who waits",
  method: "GET",
  path: "/panel/api/chat-conversations/counts",
  success: { status: 200, schema: z.strictObject({ waiting: counted, unread: counted }) },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["chat:list-waiting"],
  impact: "the panel does not show that customers wait",
});

export const getPanelConversation = route({
  ...PANEL,
  ...detail,
  success: { status: 200, schema: panelConversationView },
  uses: [...detail.uses, "notifications:read-many"],
  operationId: "getPanelConversation",
  path: "/panel/api/chat-conversations/{id}",
  refusals: [...READ_REFUSALS, "insufficient_scope"],
});

export const getPanelConversationMessages = route({
  ...PANEL,
  ...history,
  success: { status: 200, schema: panelHistoryView },
  uses: [...history.uses, ...READ, "config:read"],
  operationId: "getPanelConversationMessages",
  path: "/panel/api/chat-conversations/{id}/messages",
  refusals: [...READ_REFUSALS, "insufficient_scope"],
});

export const replyToPanelConversation = route({
  ...PANEL,
  ...reply,
  body: panelReplyRequest,
  operationId: "replyToPanelConversation",
  changes: "nothing",
  path: "/panel/api/chat-conversations/{id}/reply",
  refusals: [...REPLY_REFUSALS, "insufficient_scope"],
});
