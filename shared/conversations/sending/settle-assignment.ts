import type { ChatAccountStore } from "../../chat/ports/chat-account-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { CorrelatedNotification, NotificationStore } from "../../notifications/ports.ts";
import { takeAssignment } from "../customer-assignment.ts";
import type { ConversationStore } from "../ports.ts";

export interface SettleAssignmentDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findFor">;
  readonly conversations: Pick<ConversationStore, "customerOf" | "assignment" | "replaceAssignment">;
  readonly notifications: Pick<NotificationStore, "noteAssignmentSettled">;
  readonly clock: Clock;
}

/**
 * Assigns the customer to the sender of a message (D28), when a provider event says that the message was taken and the sending worker could
 * not assign the customer. An owner who has left the account gets no customer.
 * @throws Error when somebody else moves the assignment at every try: the event must then be applied again
 */
export async function settleAssignment(
  { chatAccounts, conversations, notifications, clock }: SettleAssignmentDeps,
  { owner, id, accountId, conversationId }: CorrelatedNotification,
): Promise<void> {
  const [account, customer] = await Promise.all([
    chatAccounts.findFor(owner, accountId),
    conversations.customerOf(owner, conversationId),
  ]);
  if (account === undefined || customer === undefined) return;
  const isSettled = await takeAssignment(
    { chatAccounts, conversations },
    { account, owner, nowMs: clock.now(), ...customer },
  );
  if (!isSettled) throw new Error("a customer's assignment kept changing while an event was applied");
  // A later event of this message must not take back a customer whom another owner has taken meanwhile.
  await notifications.noteAssignmentSettled(owner, id);
}
