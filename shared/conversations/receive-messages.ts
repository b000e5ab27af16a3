import { eventAccount } from "../chat/accounts/event-account.ts";
import type { ChatAccount } from "../chat/domain/chat-account.ts";
import { type InboundEvent, isInbound } from "../chat/domain/chat-event.ts";
import { messageText } from "../chat/domain/message-text.ts";
import type { ChatAccountStore } from "../chat/ports/chat-account-store.ts";
import type { QueuedChatEvent } from "../chat/ports/chat-event-queue.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import type { WrittenText } from "../suppressions/heed-keyword.ts";
import { type ApplyEnvelopeDeps, applyEnvelope, type EventArrival, loggable } from "./apply-envelope.ts";
import { receivingOwner } from "./customer-assignment.ts";
import type { CustomerOnAccount } from "./domain/conversation.ts";
import { conversationId, inboundMessageId } from "./domain/conversation-id.ts";
import type { ConversationStore } from "./ports.ts";

/**
 * `unroutable` means that the message is for none of our accounts, that the account has no owner, or that the message names no sender.
 * `early` means that nobody holds the customer yet, but an owner has just written to them.
 */
export type Reception = "added" | "repeated" | "unroutable" | "early";

export interface ReceiveMessageDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findByProviderNumber" | "findByProviderBusiness" | "findFor">;
  readonly conversations: Pick<
    ConversationStore,
    "addInbound" | "learnCustomer" | "assignment" | "replaceAssignment" | "customerOf"
  >;
  readonly identifiers: Pick<Identifiers, "sha1">;
  readonly clock: Clock;
  /** Acts on a text by which a customer wants no more marketing, or wants it again (D45h). */
  readonly heedKeyword: (written: WrittenText) => Promise<void>;
}

/** Receives the customers' messages of one envelope. */
export const receiveMessages = (deps: ReceiveMessageDeps & ApplyEnvelopeDeps, queued: QueuedChatEvent): Promise<void> =>
  applyEnvelope(deps, queued, {
    isOurs: isInbound,
    apply: async (event, arrival) => {
      const reception = await receiveMessage(deps, event, arrival);
      if (reception === "unroutable")
        deps.log.warn("chat_event.unroutable", { messageType: loggable(event.messageType) });
      return reception;
    },
  });

/** A message that was accepted so recently is usually still on its way to the customer. */
const ON_ITS_WAY_MS = 5000;

/**
 * Adds a customer's message to the history of the owner who holds the customer, and opens the service window (D28, D29). However often the
 * event comes, the message is added once. Throws when the event has to be applied again.
 */
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
  const owner = await receivingOwner(deps, account, { customer, mayTake: event.isFromCustomer });
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
  await heed(deps, owner, event);
  return isNew ? "added" : "repeated";
}

const CAN_BE_KEYWORDS: ReadonlySet<string> = new Set(["text", "button", "interactive"]);

async function heed({ heedKeyword }: ReceiveMessageDeps, owner: Owner, event: InboundEvent): Promise<void> {
  const { isFromCustomer, messageType, customer, sentAtMs: writtenAtMs } = event;
  if (!isFromCustomer || customer.phone === undefined || !CAN_BE_KEYWORDS.has(messageType)) return;
  await heedKeyword({ owner, phone: customer.phone, text: messageText(event), writtenAtMs, messageId: event.key });
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

/** True when nobody holds the customer yet, but an owner has just written to them and will hold them once the provider takes that message (D28). */
async function isAboutToBeHeld(
  { conversations, identifiers, clock }: ReceiveMessageDeps,
  { owners, hasMoreOwners, ownershipType }: ChatAccount,
  customer: CustomerOnAccount,
): Promise<boolean> {
  // Without an assignment, the first owner receives the message anyway, so only messages of the other owners matter.
  const [, ...others] = owners;
  if (ownershipType === "customer_owned" || others.length === 0) return false;
  if ((await conversations.assignment(customer)) !== undefined) return false;
  // There are too many owners to ask each for a recent message, so the event waits once.
  if (hasMoreOwners) return true;
  const written = await Promise.all(
    others.map((owner) => conversations.customerOf(owner, conversationId({ owner, ...customer }, identifiers.sha1))),
  );
  return written.some((one) => one !== undefined && clock.now() - one.updatedAtMs < ON_ITS_WAY_MS);
}
