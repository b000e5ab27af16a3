import * as z from "zod";
import {
  toConversationPageView,
  toConversationView,
  toHistoryView,
} from "../conversations/contract/conversation-views.ts";
import { getConversation } from "../conversations/get-conversation.ts";
import { type GetMessagesDeps, getMessages } from "../conversations/get-messages.ts";
import { type ListConversationsDeps, listConversations } from "../conversations/list-conversations.ts";
import { type ReplyToConversationDeps, replyToConversation } from "../conversations/reply-to-conversation.ts";
import { invalid } from "../kernel/refusal.ts";
import { type BoundTool, boundTool } from "./bound-tool.ts";
import {
  getConversationMessagesTool,
  getConversationTool,
  listConversationsTool,
  replyToConversationTool,
} from "./contract.ts";

export type ToolDeps = ListConversationsDeps & GetMessagesDeps & ReplyToConversationDeps;

const uuid = z.guid();

/** Reads a conversation's id (D7). A text that is no UUID is refused with the message of F-mcp. */
function conversationIdOf(text: string): string {
  const { data } = uuid.safeParse(text);
  if (data === undefined) throw invalid("invalid conversation id: id must be a UUID");
  return data.toLowerCase();
}

/** All tools of P-mcp-tools: they read and answer conversations. */
export const conversationTools: readonly BoundTool<ToolDeps>[] = [
  boundTool(listConversationsTool, async (deps: ToolDeps, { owner }, listing) =>
    toConversationPageView(await listConversations(deps, owner, listing), deps.clock.now()),
  ),
  boundTool(getConversationTool, async (deps: ToolDeps, { owner }, { id }) =>
    toConversationView(await getConversation(deps, owner, conversationIdOf(id)), deps.clock.now()),
  ),
  boundTool(getConversationMessagesTool, async (deps: ToolDeps, { owner }, { id, ...page }) =>
    toHistoryView(await getMessages(deps, owner, { id: conversationIdOf(id), ...page }), deps.clock.now()),
  ),
  boundTool(replyToConversationTool, async (deps: ToolDeps, { owner, madeBy, key: callingKey }, { id, reply }) => {
    const call = { owner, madeBy, callingKey, conversationId: conversationIdOf(id), id: deps.identifiers.newId() };
    const notification = await replyToConversation(deps, call, reply);
    return { notification_id: notification.id, status: "pending" as const };
  }),
];
