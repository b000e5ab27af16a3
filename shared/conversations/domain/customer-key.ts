import type { EventCustomer } from "../../chat/domain/chat-event.ts";
import { customerKey } from "./conversation-id.ts";

/** A customer's names on an account: the canonical number and the platform's own id (D30). */
export interface CustomerNames {
  readonly number?: string | undefined;
  readonly providerUserId?: string | undefined;
}

export const namesOf = ({ phone, providerUserId }: EventCustomer): CustomerNames => ({
  number: phone === undefined ? undefined : customerKey({ phone }),
  providerUserId,
});

/** Which keys the names stand for so far. */
export interface LearnedKeys {
  readonly ofNumber?: string | undefined;
  readonly ofId?: string | undefined;
}

export interface ChosenKey {
  readonly key: string;
  /** A name of the customer that from now on stands for this key. */
  readonly learned?: string | undefined;
}

/** The id leads to a conversation that began without the number: it counts whether the number has one of its own. */
export const isContested = ({ number }: CustomerNames, { ofNumber, ofId }: LearnedKeys): boolean =>
  number !== undefined && ofNumber === undefined && ofId !== undefined && ofId !== number;

/**
 * D30: one key per customer. Undefined for a customer with neither number nor id.
 * @param isNumberHeld whether the number has a conversation of its own on this account; only looked at when contested
 */
export function chooseKey(names: CustomerNames, learned: LearnedKeys, isNumberHeld: boolean): ChosenKey | undefined {
  const { number, providerUserId } = names;
  const { ofNumber, ofId } = learned;
  if (ofNumber !== undefined) return { key: ofNumber };
  if (ofId === undefined && providerUserId !== undefined) {
    return { key: number ?? providerUserId, learned: providerUserId };
  }
  // A number that had a conversation of its own keeps it; else the one that the customer began without it goes on.
  if (ofId !== undefined && isContested(names, learned) && !isNumberHeld) return { key: ofId, learned: number };
  const key = number ?? ofId;
  return key === undefined ? undefined : { key };
}
