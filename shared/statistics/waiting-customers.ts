import { waitingSince } from "../conversations/domain/attention.ts";
import type { Conversation } from "../conversations/domain/conversation.ts";
import { windowExpiresAtMs } from "../conversations/domain/service-window.ts";
import { shownName } from "../conversations/domain/shown-name.ts";
import type { ConversationInbox } from "../conversations/ports.ts";
import type { Owner } from "../kernel/owner.ts";
import { type Concern, counted } from "./domain/concern.ts";

export interface WaitingCustomersDeps {
  readonly inbox: Pick<ConversationInbox, "waiting">;
}

/** Counting stops at this number, which is as many as one read of the index returns. */
const MOST_COUNTED = 100;

/** Reports customers whose last message nobody has answered, as one concern about the one who waits longest. */
export async function waitingCustomers(
  { inbox }: WaitingCustomersDeps,
  owner: Owner,
  nowMs: number,
): Promise<readonly Concern[]> {
  const { conversations, next } = await inbox.waiting(owner, { state: "waiting", limit: MOST_COUNTED, nowMs });
  const [longest] = conversations;
  if (longest === undefined) return [];
  const isMore = next !== undefined && conversations.length === MOST_COUNTED;
  return [waitingConcern(longest, conversations.length, isMore)];
}

const waitingConcern = (longest: Conversation, count: number, isMore: boolean): Concern => ({
  kind: "customers_waiting",
  record: { kind: "conversation", id: longest.id },
  title: `${isMore ? "More than " : ""}${counted(count, "customer")} ${count === 1 ? "waits" : "wait"} for an answer`,
  text: `${shownName(longest)} waits longest.`,
  sinceMs: waitingSince(longest),
  untilMs: windowExpiresAtMs(longest.latestInboundAtMs),
  count,
});
