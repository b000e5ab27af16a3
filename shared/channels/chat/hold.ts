import type { ChatAccount } from "../../domain/chat/chat-account.ts";
import { decideHold, type Hold, type SendIntent } from "../../domain/chat/conversation.ts";
import { windowExpiresAtMs } from "../../domain/chat/service-window.ts";
import { Refusal } from "../../domain/errors.ts";
import type { ConversationStore } from "../../ports/conversation-store.ts";

export interface HoldAsk extends SendIntent {
  readonly account: ChatAccount;
  readonly customerKey: string;
}

type Holds = Pick<ConversationStore, "hold" | "takeHold">;

/** Somebody who was quicker is looked at again. */
const MAX_LOOKS = 3;

const held = () => new Refusal("conversation_held", "conversation is owned by another tenant");

/** An owner who left the account holds nothing. */
const livingHold = (hold: Hold | undefined, { owners }: ChatAccount): Hold | undefined =>
  hold !== undefined && owners.includes(hold.owner) ? hold : undefined;

/** `take` as of a moment: whoever left the account holds nothing any more, be the window open or not. */
export type HoldNeed = { readonly kind: "leave" } | { readonly kind: "take"; readonly asOfMs: number };

/** D28: refuses a free-form message to a customer whom another owner of the account holds. Answers whether the hold is to be taken. */
export async function checkHold(store: Pick<Holds, "hold">, ask: HoldAsk): Promise<HoldNeed> {
  // An account of one customer's has one owner, for ever: there is nobody to hold against.
  if (ask.account.ownershipType === "customer_owned") return { kind: "leave" };
  const hold = await store.hold({ chatAccountId: ask.account.id, customerKey: ask.customerKey });
  const decision = decideHold(livingHold(hold, ask.account), ask);
  if (decision === "held") throw held();
  if (decision !== "takes") return { kind: "leave" };
  return { kind: "take", asOfMs: Math.max(ask.nowMs, windowExpiresAtMs(hold?.latestInboundAtMs ?? 0)) };
}

/** Takes the hold, once nothing else can refuse the message. Who loses the race against another owner is decided anew. */
export async function takeHold(store: Holds, ask: HoldAsk, first: HoldNeed): Promise<void> {
  const customer = { chatAccountId: ask.account.id, customerKey: ask.customerKey };
  let need = first;
  for (let look = 0; look < MAX_LOOKS && need.kind === "take"; look++) {
    if (await store.takeHold(customer, ask.sender, need.asOfMs)) return;
    need = await checkHold(store, ask);
  }
}
