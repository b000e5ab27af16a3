import type { ChatAccountStore } from "../../chat/ports/chat-account-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { CorrelatedNotification, NotificationStore } from "../../notifications/ports.ts";
import { takeHold } from "../hold.ts";
import type { ConversationStore } from "../ports.ts";

export interface SettleHoldDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findFor">;
  readonly conversations: Pick<ConversationStore, "customerOf" | "hold" | "replaceHold">;
  readonly notifications: Pick<NotificationStore, "noteHoldSettled">;
  readonly clock: Clock;
}

/**
 * It gives the customer to the sender of a message (D28) when the worker that sent it could not, and the provider's events say that it was taken.
 * An owner who has left the account gets nobody.
 * @throws Error when others move the hold at every try: the event must then be applied again
 */
export async function settleHold(
  { chatAccounts, conversations, notifications, clock }: SettleHoldDeps,
  { owner, id, accountId, conversationId }: CorrelatedNotification,
): Promise<void> {
  const [account, customer] = await Promise.all([
    chatAccounts.findFor(owner, accountId),
    conversations.customerOf(owner, conversationId),
  ]);
  if (account === undefined || customer === undefined) return;
  const isSettled = await takeHold(
    { chatAccounts, conversations },
    { account, owner, nowMs: clock.now(), ...customer },
  );
  if (!isSettled) throw new Error("a customer's hold kept changing while an event was applied");
  // A later event of this message must not take back a customer whom another owner has taken meanwhile.
  await notifications.noteHoldSettled(owner, id);
}
