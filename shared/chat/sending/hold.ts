import type { Owner } from "../../kernel/owner.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import { type Hold, holdAfterSending, isHeldByAnother, isSurelyHeldBy, type Sender } from "../domain/hold.ts";
import type { ChatConversations } from "../ports/chat-conversations.ts";

/** An owner who writes to a customer of an account, and would hold them (D28). */
export interface HoldCandidate {
  readonly account: ChatAccount;
  readonly customerKey: string;
  readonly owner: Owner;
  readonly nowMs: number;
}

/** How often the hold is looked at again when somebody else moves it at the same moment. */
const MAX_TRIES = 5;

export const HELD = "conversation is owned by another tenant";

const customerOf = ({ account, customerKey }: HoldCandidate) => ({ chatAccountId: account.id, customerKey });
const senderOf = ({ account, owner, nowMs }: HoldCandidate): Sender => ({
  owner,
  nowMs,
  accountOwners: account.owners,
});
/** An account of one customer's has one owner, for ever: there is nobody to hold against. */
const isShared = ({ ownershipType }: ChatAccount): boolean => ownershipType !== "customer_owned";

interface HoldState {
  readonly hold: Hold | undefined;
  /** D28: a free-form message has to stay here, because the customer talks to another owner of the account. */
  readonly isHeld: boolean;
}

export async function lookAtHold(store: Pick<ChatConversations, "hold">, candidate: HoldCandidate): Promise<HoldState> {
  const hold = isShared(candidate.account) ? await store.hold(customerOf(candidate)) : undefined;
  return { hold, isHeld: isHeldByAnother(hold, senderOf(candidate)) };
}

/** @throws Refusal `conversation_held` */
export async function refuseIfHeld(store: Pick<ChatConversations, "hold">, candidate: HoldCandidate): Promise<void> {
  if ((await lookAtHold(store, candidate)).isHeld) throw new Refusal("conversation_held", HELD);
}

/**
 * D28: the provider has taken a message of this owner, who holds the customer from now on unless another one does. Doing it again
 * changes nothing. Answers false when others moved the hold at every try: then nothing is decided.
 * @param known what was seen of the hold a moment ago
 */
export async function takeHold(
  store: Pick<ChatConversations, "hold" | "replaceHold">,
  candidate: HoldCandidate,
  known?: Hold,
): Promise<boolean> {
  if (!isShared(candidate.account) || isSurelyHeldBy(known, senderOf(candidate))) return true;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const seen: Hold | undefined = await store.hold(customerOf(candidate));
    const next = holdAfterSending(seen, senderOf(candidate));
    if (next === seen || (await store.replaceHold(customerOf(candidate), seen, next))) return true;
  }
  return false;
}
