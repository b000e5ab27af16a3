import type { ChatIntent } from "../../chat/domain/chat-intent.ts";
import { needsApproval } from "../../kernel/key-terms.ts";
import { checkedForKey } from "../../notifications/accept/judge-recipients.ts";
import {
  type RepeatableKey,
  type StoreAndQueueDeps,
  storeAndQueue,
  storedBefore,
} from "../../notifications/accept/store-and-queue.ts";
import type { Acceptance } from "../../notifications/channel.ts";
import type { Notification } from "../../notifications/domain/notification.ts";
import type { NotificationKey, NotificationStore } from "../../notifications/ports.ts";
import type { ConversationStore } from "../ports.ts";
import { CHAT_MAX_ATTEMPTS } from "./max-attempts.ts";
import { type PrepareMessageDeps, prepareMessage } from "./prepare-message.ts";
import { rememberMessage } from "./remember-message.ts";

export interface SubmitChatMessageDeps extends PrepareMessageDeps, StoreAndQueueDeps {
  readonly conversations: PrepareMessageDeps["conversations"] & Pick<ConversationStore, "addOutbound">;
  readonly notifications: Pick<NotificationStore, "add" | "get" | "findContent" | "findByProviderReference">;
}

/**
 * Checks and stores one message to a customer, adds it to the history (D32) and queues it. A repeated request with the same idempotency key
 * finishes what an interruption left undone, and creates nothing twice.
 * @param intentOf reads what the message needs; it is not called when an earlier request has stored the message
 * @throws Refusal `invalid_request`, `recipient_not_allowed`, `window_closed`, `conversation_held` or `daily_limit_reached`, and those of `intentOf`
 */
export async function submitChatMessage(
  deps: SubmitChatMessageDeps,
  key: RepeatableKey,
  intentOf: () => Promise<ChatIntent>,
): Promise<Notification> {
  const acceptance = acceptanceBy(deps);
  const before = key.isRepeat ? await storedBefore(deps, key, acceptance) : undefined;
  if (before !== undefined) return before;
  const intent = { ...(await intentOf()), awaitsApproval: needsApproval(key.callingKey) };
  const recipients = ["phone" in intent.customer ? intent.customer.phone : undefined];
  const accepted = await checkedForKey(key.callingKey, recipients, async () => ({
    checked: await prepareMessage(deps, key.owner, intent),
    recipients,
  }));
  return storeAndQueue(deps, key, { accepted, acceptance });
}

/** Finishes what an earlier request has stored under this id; undefined when that request stored nothing. */
export const chatMessageBefore = (
  deps: Pick<SubmitChatMessageDeps, "conversations" | keyof StoreAndQueueDeps>,
  key: NotificationKey,
): Promise<Notification | undefined> => storedBefore(deps, key, acceptanceBy(deps));

const acceptanceBy = ({ conversations }: Pick<SubmitChatMessageDeps, "conversations">): Acceptance => ({
  maxAttempts: CHAT_MAX_ATTEMPTS,
  beforeQueued: (notification, content) => rememberMessage(conversations, notification, content),
});
