import * as z from "zod";
import {
  toConversationPageView,
  toConversationView,
  toHistoryView,
} from "../conversations/contract/conversation-views.ts";
import type { Reply } from "../conversations/domain/reply.ts";
import { getConversation } from "../conversations/get-conversation.ts";
import { type GetMessagesDeps, getMessages } from "../conversations/get-messages.ts";
import { type ListConversationsDeps, listConversations } from "../conversations/list-conversations.ts";
import { type ReplyToConversationDeps, replyToConversation } from "../conversations/reply-to-conversation.ts";
import { invalid } from "../kernel/refusal.ts";
import { CHAT_FIELDS } from "../reference/contract/fields/chat-fields.ts";
import { COMMON_FIELDS } from "../reference/contract/fields/common-fields.ts";
import { acceptedBy } from "./accepted-by.ts";
import { type BoundTool, type ToolCaller, toolBinder } from "./bound-tool.ts";
import {
  getConversationMessagesTool,
  getConversationTool,
  listConversationsTool,
  replyToConversationTool,
} from "./contract/conversation-tools.ts";
import { USUAL_TOOL_FIELDS } from "./contract/usual-tool-fields.ts";
import type { ReservedSend } from "./send-once.ts";

export type ConversationToolDeps = ListConversationsDeps & GetMessagesDeps & ReplyToConversationDeps;

const uuid = z.guid();

/** Reads a conversation's id (D7). A text that is no UUID is refused with the message of F-mcp. */
export function conversationIdOf(text: string): string {
  const { data } = uuid.safeParse(text);
  if (data === undefined) throw invalid("invalid conversation id: id must be a UUID");
  return data.toLowerCase();
}

/** These tools need only the notes on common fields and on those of chat, and their functions load no others. */
const bind = toolBinder({ ...COMMON_FIELDS, ...CHAT_FIELDS, ...USUAL_TOOL_FIELDS });

/** The tools that find conversations. Every key that may read conversations has them. */
export const findingTools = (deps: ConversationToolDeps): readonly BoundTool[] => [
  bind(listConversationsTool, async ({ owner }, listing) =>
    toConversationPageView(await listConversations(deps, owner, listing), deps.clock.now()),
  ),
  bind(getConversationTool, async ({ owner }, { id }) =>
    toConversationView(await getConversation(deps, owner, conversationIdOf(id)), deps.clock.now()),
  ),
];

interface ToolReply {
  readonly id: string;
  readonly reply: Reply;
}

/** Sends a reply to a conversation under an id that was reserved for it. */
export const replied = (
  deps: ReplyToConversationDeps,
  { owner, key: callingKey }: ToolCaller,
  { id, reply, reserved }: ToolReply & { readonly reserved: ReservedSend },
) => replyToConversation(deps, { owner, conversationId: conversationIdOf(id), callingKey, ...reserved }, reply);

/** All tools of P-mcp-tools: they read and answer conversations. */
export const conversationTools = (deps: ConversationToolDeps): readonly BoundTool[] => [
  ...findingTools(deps),
  bind(getConversationMessagesTool, async ({ owner }, { id, limit }) => {
    const history = await getMessages(deps, owner, { id: conversationIdOf(id), limit });
    return toHistoryView({ ...history, nextCursor: undefined }, deps.clock.now());
  }),
  bind(replyToConversationTool, async (caller, asked) => {
    const reserved = { id: deps.identifiers.newId(), madeBy: caller.madeBy };
    return acceptedBy(caller, await replied(deps, caller, { ...asked, reserved }));
  }),
];
