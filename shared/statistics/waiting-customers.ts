import { windowExpiresAtMs } from "../chat/domain/service-window.ts";
import { waitingSince } from "../conversations/domain/attention.ts";
import type { Conversation } from "../conversations/domain/conversation.ts";
import { type ConversationInbox, MAX_COUNTED } from "../conversations/ports.ts";
import type { Owner } from "../kernel/owner.ts";
import { type Concern, counted } from "./domain/concern.ts";

export interface WaitingCustomersDeps {
  readonly inbox: Pick<ConversationInbox, "waiting" | "countWaiting">;
}

/** Customers whom nobody has answered, as the inbox has them: one waits from the first of the messages that lack an answer. */
export async function waitingCustomers(
  { inbox }: WaitingCustomersDeps,
  owner: Owner,
  nowMs: number,
): Promise<readonly Concern[]> {
  const [{ conversations }, { waiting }] = await Promise.all([
    inbox.waiting(owner, { state: "waiting", limit: 1, nowMs }),
    inbox.countWaiting(owner),
  ]);
  const [longest] = conversations;
  return longest ? [waitingConcern(longest, Math.max(1, waiting))] : [];
}

const waitingConcern = (longest: Conversation, count: number): Concern => ({
  kind: "customers_waiting",
  record: { kind: "conversation", id: longest.id },
  title: `${customersText(count)} for an answer`,
  text: `${nameOf(longest)} waits longest.`,
  sinceMs: waitingSince(longest),
  untilMs: windowExpiresAtMs(longest.latestInboundAtMs),
  count,
});

const customersText = (count: number): string =>
  count < MAX_COUNTED
    ? `${counted(count, "customer")} ${count === 1 ? "waits" : "wait"}`
    : `${count} customers or more wait`;

const nameOf = ({ profileName, customerPhone }: Conversation): string => profileName ?? customerPhone ?? "A customer";
