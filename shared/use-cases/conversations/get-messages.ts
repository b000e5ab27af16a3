import type { Status } from "../../domain/notification.ts";
import type { Conversation, ConversationMessage, ConversationStore } from "../../ports/conversation-store.ts";
import type { NotificationStatuses } from "../../ports/notification-statuses.ts";
import { getConversation } from "./get-conversation.ts";

export interface GetMessagesDeps {
  readonly conversations: Pick<ConversationStore, "get" | "messages">;
  readonly notificationStatuses: NotificationStatuses;
}

export interface ConversationHistory {
  readonly conversation: Conversation;
  /** Newest first; `status` is the notification's, absent for the customer's messages and for records that have expired. */
  readonly messages: readonly (ConversationMessage & { readonly status?: Status | undefined })[];
}

export async function getMessages(
  { conversations, notificationStatuses }: GetMessagesDeps,
  owner: string,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<ConversationHistory> {
  const conversation = await getConversation({ conversations }, owner, id);
  const messages = await conversations.messages(id, limit);
  const ids = messages.flatMap(({ notificationId }) => notificationId ?? []);
  const statuses = ids.length === 0 ? new Map<string, Status>() : await notificationStatuses.statusesOf(owner, ids);
  return {
    conversation,
    messages: messages.map((message) => ({ ...message, status: statuses.get(message.notificationId ?? "") })),
  };
}
