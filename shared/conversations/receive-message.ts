import { ownersWith } from "../chat/accounts/owners-with.ts";
import type { ChatAccount } from "../chat/domain/chat-account.ts";
import { conversationId } from "../chat/domain/conversation-id.ts";
import { holdOfReceiver } from "../chat/domain/hold.ts";
import { eventAccount } from "../chat/events/event-account.ts";
import type { ChatAccountStore } from "../chat/ports/chat-account-store.ts";
import type { EventArrival, InboundEvent, Reception } from "../chat/ports/inbound-messages.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import type { CustomerOnAccount } from "./domain/conversation.ts";
import { inboundMessageId } from "./domain/inbound-message-id.ts";
import type { ConversationStore } from "./ports.ts";

/** How often the holder is looked for again when somebody else takes the customer at the same moment. */
const MAX_TRIES = 5;

export interface ReceiveMessageDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findByProviderNumber" | "findByProviderBusiness" | "findFor">;
  readonly conversations: Pick<
    ConversationStore,
    "addInbound" | "learnCustomer" | "hold" | "replaceHold" | "customerOf"
  >;
  readonly identifiers: Pick<Identifiers, "sha1">;
  readonly clock: Clock;
}

/** A message that was accepted so lately is on its way to the customer, as a rule. */
const ON_ITS_WAY_MS = 5000;

/** A customer wrote: the message is in the history of the owner who holds the customer, and the service window is open (D28, D29). */
export async function receiveMessage(
  deps: ReceiveMessageDeps,
  event: InboundEvent,
  { arrivedAtMs, mayWait }: EventArrival,
): Promise<Reception> {
  const account = await eventAccount(deps.chatAccounts, event);
  const key = account && (await deps.conversations.learnCustomer(account.id, event.customer));
  if (account === undefined || key === undefined) return "unroutable";
  const customer = { chatAccountId: account.id, customerKey: key };
  if (mayWait && (await isAboutToBeHeld(deps, account, customer))) return "early";
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

/** Nobody holds the customer, and an owner whose message was accepted a moment ago will when the provider has taken it (D28). */
async function isAboutToBeHeld(
  { conversations, identifiers, clock }: ReceiveMessageDeps,
  { owners, hasMoreOwners, ownershipType }: ChatAccount,
  customer: CustomerOnAccount,
): Promise<boolean> {
  // The first one receives it anyway.
  const [, ...others] = owners;
  if (ownershipType === "customer_owned" || others.length === 0) return false;
  if ((await conversations.hold(customer)) !== undefined) return false;
  // Too many to ask for each of them whether it has just written: one short wait tells.
  if (hasMoreOwners) return true;
  const written = await Promise.all(
    others.map((owner) => conversations.customerOf(owner, conversationId({ owner, ...customer }, identifiers.sha1))),
  );
  return written.some((one) => one !== undefined && clock.now() - one.updatedAtMs < ON_ITS_WAY_MS);
}

/** A notice of the platform goes where the customer's messages would go, but takes nobody's hold. */
async function receiver(
  { conversations, chatAccounts }: ReceiveMessageDeps,
  account: ChatAccount,
  { customer, mayTake }: { readonly customer: CustomerOnAccount; readonly mayTake: boolean },
): Promise<Owner | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const seen = await conversations.hold(customer);
    const hold = holdOfReceiver(seen, await ownersWith(chatAccounts, account, seen?.owner));
    if (hold === undefined || hold === seen || !mayTake) return hold?.owner;
    if (await conversations.replaceHold(customer, seen, hold)) return hold.owner;
  }
  // The queue brings the event again.
  throw new Error("a customer's holder kept changing while a message was received");
}
