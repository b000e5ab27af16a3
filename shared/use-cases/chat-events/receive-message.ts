import type { ChatAccount } from "../../domain/chat/chat-account.ts";
import type { InboundMessage } from "../../domain/chat/chat-event.ts";
import { conversationId } from "../../domain/chat/conversation.ts";
import { holdOfReceiver } from "../../domain/chat/hold.ts";
import { inboundMessageId } from "../../domain/chat/inbound-message-id.ts";
import type { ChatAccountStore } from "../../ports/chat-account-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ConversationStore, CustomerOnAccount } from "../../ports/conversation-store.ts";
import type { Identifiers } from "../../ports/identifiers.ts";
import { type EventOrigin, eventAccount } from "./event-account.ts";

/** How often the holder is looked for again when somebody else takes the customer at the same moment. */
const MAX_TRIES = 5;

export interface ReceiveMessageDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findByProviderNumber" | "findByProviderBusiness">;
  readonly conversations: Pick<ConversationStore, "addInbound" | "learnCustomer" | "hold" | "replaceHold">;
  readonly identifiers: Pick<Identifiers, "sha1">;
  readonly clock: Clock;
}

export type InboundEvent = InboundMessage & EventOrigin & { readonly key: string };

/** `unroutable`: it is for no account of ours, the account has no owner, or it does not say from whom it is. */
export type Reception = "added" | "repeated" | "unroutable";

/** A customer wrote: the message is in the history of whoever holds the customer, and the window is open (D28, D29). */
export async function receiveMessage(
  deps: ReceiveMessageDeps,
  event: InboundEvent,
  arrivedAtMs: number,
): Promise<Reception> {
  const account = await eventAccount(deps.chatAccounts, event);
  const key = account && (await deps.conversations.learnCustomer(account.id, event.customer));
  if (account === undefined || key === undefined) return "unroutable";
  const customer = { chatAccountId: account.id, customerKey: key };
  const owner = await receiver(deps, account, { customer, mayTake: event.isFromCustomer });
  if (owner === undefined) return "unroutable";
  const id = conversationId({ owner, ...customer }, deps.identifiers.sha1);
  const { phone, providerUserId, name } = event.customer;
  const isNew = await deps.conversations.addInbound({
    conversation: {
      owner,
      id,
      ...customer,
      customerPhone: phone,
      providerUserId,
      profileName: name,
      updatedAtMs: deps.clock.now(),
    },
    message: {
      ...messageOf(event, id, inboundMessageId(account.id, event.key, deps.identifiers.sha1)),
      arrivedAtMs,
    },
    opensWindow: event.isFromCustomer,
  });
  return isNew ? "added" : "repeated";
}

const messageOf = (event: InboundEvent, conversation: string, id: string) => ({
  id,
  conversationId: conversation,
  direction: "inbound" as const,
  messageType: event.messageType,
  payload: event.payload,
  occurredAtMs: event.sentAtMs,
  providerMessageId: event.providerMessageId,
  ...(event.media && { media: { ...event.media, state: "pending" as const } }),
});

/** A notice of the platform goes where the customer's messages would go, but takes nobody's hold. */
async function receiver(
  { conversations }: ReceiveMessageDeps,
  account: ChatAccount,
  { customer, mayTake }: { readonly customer: CustomerOnAccount; readonly mayTake: boolean },
): Promise<string | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const seen = await conversations.hold(customer);
    const hold = holdOfReceiver(seen, account.owners);
    if (hold === undefined || hold === seen || !mayTake) return hold?.owner;
    if (await conversations.replaceHold(customer, seen, hold)) return hold.owner;
  }
  // The queue brings the event again.
  throw new Error("a customer's holder kept changing while a message was received");
}
