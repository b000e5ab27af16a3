import { excerptOf, messageText } from "../chat/domain/message-text.ts";
import { inBatches } from "../kernel/in-batches.ts";
import type { Owner } from "../kernel/owner.ts";
import { type MessageOutcome, messageOutcome } from "../notifications/domain/message-outcome.ts";
import type { NotificationStatuses } from "../notifications/ports.ts";
import type { Conversation, LastMessage } from "./domain/conversation.ts";
import type { ConversationStore } from "./ports.ts";

export interface DescribeConversationsDeps {
  readonly conversations: Pick<ConversationStore, "messages">;
  readonly notificationStatuses: Pick<NotificationStatuses, "notificationsOf">;
}

/** A conversation as the panel's list shows it. */
export interface DescribedConversation extends Conversation {
  /** The outcome of the last message, if we sent that message and its notification is still kept. */
  readonly outcome?: MessageOutcome | undefined;
}

/** Takes at most 100 conversations. */
export async function describeConversations<Found extends Conversation>(
  deps: DescribeConversationsDeps,
  owner: Owner,
  conversations: readonly Found[],
): Promise<readonly (Found & DescribedConversation)[]> {
  const whole = await inBatches(conversations, async (one) => ({
    ...one,
    last: one.last ?? (await lastOf(deps, one)),
  }));
  const ids = whole.flatMap(({ last }) => (last?.direction === "outbound" ? last.id : []));
  const notifications = ids.length === 0 ? undefined : await deps.notificationStatuses.notificationsOf(owner, ids);
  return whole.map((one) => {
    const notification = one.last && notifications?.get(one.last.id);
    return notification === undefined ? one : { ...one, outcome: messageOutcome(notification) };
  });
}

/** Older conversations did not keep their last message, so the store is asked for it. */
async function lastOf(
  { conversations }: Pick<DescribeConversationsDeps, "conversations">,
  { id }: Conversation,
): Promise<LastMessage | undefined> {
  const [newest] = (await conversations.messages(id, 1)).messages;
  return newest && { ...newest, text: excerptOf(messageText(newest)) };
}
