import { firstFitting } from "../kernel/answer-size.ts";
import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import type { Status } from "../notifications/domain/notification.ts";
import type { NotificationStatuses } from "../notifications/ports.ts";
import type { Conversation, ConversationMessage, MessagePlace } from "./domain/conversation.ts";
import { getConversation } from "./get-conversation.ts";
import type { ConversationStore } from "./ports.ts";

export interface GetMessagesDeps {
  readonly conversations: Pick<ConversationStore, "get" | "messages">;
  readonly notificationStatuses: Pick<NotificationStatuses, "statusesOf">;
  readonly cursors: Cursors;
}

export interface HistoryRequest {
  readonly id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ConversationHistory {
  readonly conversation: Conversation;
  /** The messages, newest first. `status` is that of the notification: a customer's message has none, nor has one whose notification expired. */
  readonly messages: readonly (ConversationMessage & { readonly status?: Status | undefined })[];
  /** Present while older messages exist. A page with fewer messages than asked for may have a next page, too. */
  readonly nextCursor?: string | undefined;
}

export async function getMessages(
  { conversations, notificationStatuses, cursors }: GetMessagesDeps,
  owner: Owner,
  { id, limit, cursor }: HistoryRequest,
): Promise<ConversationHistory> {
  const bound = boundCursors(cursors, owner, JSON.stringify(["messages", id]));
  const position = bound.read(cursor);
  const conversation = await getConversation({ conversations }, owner, id);
  const page = await conversations.messages(id, limit, position === undefined ? undefined : placeOf(position));
  const messages = firstFitting(page.messages);
  const ids = messages.flatMap(({ notificationId }) => notificationId ?? []);
  const statuses = ids.length === 0 ? new Map<string, Status>() : await notificationStatuses.statusesOf(owner, ids);
  const last = page.hasOlder || messages.length < page.messages.length ? messages.at(-1) : undefined;
  return {
    conversation,
    messages: messages.map((message) => ({ ...message, status: statuses.get(message.notificationId ?? "") })),
    ...bound.next(last && positionOf(last)),
  };
}

const positionOf = ({ occurredAtMs, arrivedAtMs = occurredAtMs, id }: MessagePlace): string =>
  [occurredAtMs, arrivedAtMs, id].join(" ");

/** Reads a cursor's position. Cursors are signed, so only `positionOf` can have written it. */
function placeOf(position: string): MessagePlace {
  const [occurredAtMs, arrivedAtMs, id = ""] = position.split(" ");
  return { occurredAtMs: Number(occurredAtMs), arrivedAtMs: Number(arrivedAtMs), id };
}
