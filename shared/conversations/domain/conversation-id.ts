import type { EventCustomer } from "../../chat/domain/chat-event.ts";
import { canonicalPhone } from "../../chat/domain/phone-number.ts";
import type { Owner } from "../../kernel/owner.ts";

/** Returns the customer key: the canonical number, or else the business-scoped id (D30); undefined when the event has neither. */
export const customerKey = ({ phone, providerUserId }: EventCustomer): string | undefined =>
  phone === undefined ? providerUserId : canonicalPhone(phone);

/** A customer has up to two names on an account: the canonical number and the platform's own id (D30). */
export interface CustomerNames {
  readonly number?: string | undefined;
  readonly providerUserId?: string | undefined;
}

export const namesOf = ({ phone, providerUserId }: EventCustomer): CustomerNames => ({
  number: phone === undefined ? undefined : customerKey({ phone }),
  providerUserId,
});

/** The customer keys that are stored for the number and for the provider's id; undefined when there is none. */
export interface LearnedKeys {
  readonly ofNumber?: string | undefined;
  readonly ofId?: string | undefined;
}

export interface ChosenKey {
  readonly key: string;
  /** The name that has to be stored for this key, because it was not known before. */
  readonly learned?: string | undefined;
}

/** True when the id's conversation began without the number. Then the key depends on whether the number has its own conversation. */
export const isContested = ({ number }: CustomerNames, { ofNumber, ofId }: LearnedKeys): boolean =>
  number !== undefined && ofNumber === undefined && ofId !== undefined && ofId !== number;

/**
 * Chooses the customer key; undefined for a customer with neither number nor id (D30).
 * @param isNumberHeld says whether the number has a conversation of its own on this account; it matters only when `isContested`
 */
export function chooseKey(names: CustomerNames, learned: LearnedKeys, isNumberHeld: boolean): ChosenKey | undefined {
  const { number, providerUserId } = names;
  const { ofNumber, ofId } = learned;
  if (ofNumber !== undefined) return { key: ofNumber };
  if (ofId === undefined && providerUserId !== undefined) {
    return { key: number ?? providerUserId, learned: providerUserId };
  }
  // If the number has its own conversation, that conversation continues; otherwise the conversation that began without the number
  // continues.
  if (ofId !== undefined && isContested(names, learned) && !isNumberHeld) return { key: ofId, learned: number };
  const key = number ?? ofId;
  return key === undefined ? undefined : { key };
}

/** We chose this namespace; changing it would change the id of every conversation. */
const CONVERSATION_NAMESPACE = "7d1c9a52-3b0e-4f56-9a8d-5c64e2f0b917";

/** Plain JavaScript has no SHA-1, so it is passed in. Returns twenty bytes. */
export type Sha1 = (bytes: Uint8Array) => Uint8Array;

const bytesOfUuid = (uuid: string): Uint8Array =>
  Uint8Array.from(uuid.replaceAll("-", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The algorithm is that of RFC 9562 section 5.5. */
export function uuidV5(namespace: string, name: string, sha1: Sha1): string {
  const bytes = sha1(Uint8Array.from([...bytesOfUuid(namespace), ...new TextEncoder().encode(name)])).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export interface ConversationKey {
  readonly owner: Owner;
  readonly chatAccountId: string;
  /** The function `customerKey` makes this key. */
  readonly customerKey: string;
}

/** The same owner, account and customer always have the same id (D28). A JSON list joins them unambiguously. */
export const conversationId = ({ owner, chatAccountId, customerKey: customer }: ConversationKey, sha1: Sha1): string =>
  uuidV5(CONVERSATION_NAMESPACE, JSON.stringify([owner, chatAccountId, customer]), sha1);

/** We chose this namespace; changing it would store every repeated event as a new message. */
const INBOUND_NAMESPACE = "1f6a3c0e-9d57-4b8e-8a41-0b7be9d2c653";

/** Makes the message's id from the account and the event, so that a repeated event has the same id. */
export const inboundMessageId = (chatAccountId: string, eventKey: string, sha1: Sha1): string =>
  uuidV5(INBOUND_NAMESPACE, JSON.stringify([chatAccountId, eventKey]), sha1);
