import { Refusal } from "../../kernel/refusal.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import { type Hold, holdAfterSending, isHeldByAnother, isSurelyHeldBy, type Sender } from "../domain/hold.ts";
import type { ChatConversations } from "../ports/chat-conversations.ts";

export interface HoldAsk {
  readonly account: ChatAccount;
  readonly customerKey: string;
  readonly owner: string;
  readonly nowMs: number;
}

/** How often the hold is looked at again when somebody else moves it at the same moment. */
const MAX_TRIES = 5;

export const HELD = "conversation is owned by another tenant";

const customerOf = ({ account, customerKey }: HoldAsk) => ({ chatAccountId: account.id, customerKey });
const senderOf = ({ account, owner, nowMs }: HoldAsk): Sender => ({ owner, nowMs, accountOwners: account.owners });
/** An account of one customer's has one owner, for ever: there is nobody to hold against. */
const isShared = ({ ownershipType }: ChatAccount): boolean => ownershipType !== "customer_owned";

interface LookedAt {
  readonly hold: Hold | undefined;
  /** D28: a free-form message has to stay here, because the customer talks to another owner of the account. */
  readonly isHeld: boolean;
}

export async function lookAtHold(store: Pick<ChatConversations, "hold">, ask: HoldAsk): Promise<LookedAt> {
  const hold = isShared(ask.account) ? await store.hold(customerOf(ask)) : undefined;
  return { hold, isHeld: isHeldByAnother(hold, senderOf(ask)) };
}

/** @throws Refusal `conversation_held` */
export async function refuseIfHeld(store: Pick<ChatConversations, "hold">, ask: HoldAsk): Promise<void> {
  if ((await lookAtHold(store, ask)).isHeld) throw new Refusal("conversation_held", HELD);
}

/**
 * D28: the provider has taken a message of this owner, who holds the customer from now on unless another one does. Doing it again
 * changes nothing. Answers false when others moved the hold at every try: then nothing is decided.
 * @param known what was seen of the hold a moment ago
 */
export async function takeHold(
  store: Pick<ChatConversations, "hold" | "replaceHold">,
  ask: HoldAsk,
  known?: Hold,
): Promise<boolean> {
  if (!isShared(ask.account) || isSurelyHeldBy(known, senderOf(ask))) return true;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const seen: Hold | undefined = await store.hold(customerOf(ask));
    const next = holdAfterSending(seen, senderOf(ask));
    if (next === seen || (await store.replaceHold(customerOf(ask), seen, next))) return true;
  }
  return false;
}
