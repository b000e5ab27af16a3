import { windowExpiresAtMs } from "../chat/domain/service-window.ts";
import type { Conversation, ConversationMessage } from "../conversations/domain/conversation.ts";
import type { ConversationStore } from "../conversations/ports.ts";
import { inBatches } from "../kernel/in-batches.ts";
import type { Owner } from "../kernel/owner.ts";
import { type Concern, counted } from "./domain/concern.ts";

export interface WaitingCustomersDeps {
  readonly conversations: Pick<ConversationStore, "list" | "messages">;
}

/** Conversations that are looked at: the newest. */
const LOOKED_AT = 100;
/** The platform's notices stand in the history among what customers wrote. */
const MESSAGES = 3;
const NOTICE = "system";

interface Waiting {
  readonly conversation: Conversation;
  readonly sinceMs: number;
}

/** Customers whose last message nobody has answered. */
export async function waitingCustomers(
  { conversations }: WaitingCustomersDeps,
  owner: Owner,
  nowMs: number,
): Promise<readonly Concern[]> {
  const page = await conversations.list(owner, { limit: LOOKED_AT, nowMs });
  const looked = await inBatches(page.conversations, async (conversation): Promise<readonly Waiting[]> => {
    const last = (await conversations.messages(conversation.id, MESSAGES)).messages
      .filter(({ messageType }) => messageType !== NOTICE)
      .toSorted((a, b) => b.occurredAtMs - a.occurredAtMs)[0];
    return isUnanswered(last) ? [{ conversation, sinceMs: last.occurredAtMs }] : [];
  });
  const waiting = looked.flat().toSorted((a, b) => a.sinceMs - b.sinceMs);
  const [longest] = waiting;
  return longest ? [waitingConcern(longest, waiting.length)] : [];
}

const isUnanswered = (last: ConversationMessage | undefined): last is ConversationMessage =>
  last?.direction === "inbound";

const waitingConcern = ({ conversation, sinceMs }: Waiting, count: number): Concern => ({
  kind: "customers_waiting",
  record: { kind: "conversation", id: conversation.id },
  title: `${counted(count, "customer")} ${count === 1 ? "waits" : "wait"} for an answer`,
  text: `${nameOf(conversation)} waits longest.`,
  sinceMs,
  untilMs: windowExpiresAtMs(conversation.latestInboundAtMs),
  count,
});

const nameOf = ({ profileName, customerPhone }: Conversation): string => profileName ?? customerPhone ?? "A customer";
