import type { Owner } from "../../kernel/owner.ts";
import { isWindowOpen } from "./service-window.ts";

/** A hold says which owner of a shared account a customer talks to (D28), and when the customer last wrote to them. */
export interface Hold {
  readonly owner: Owner;
  readonly latestInboundAtMs?: number | undefined;
}

/** An owner who wants to write to a customer of a shared account. */
export interface Sender {
  readonly owner: Owner;
  /** The account's present owners: one who was removed from the account holds no customers any more. */
  readonly accountOwners: readonly Owner[];
  readonly nowMs: number;
}

function isHolder(hold: Hold | undefined, accountOwners: readonly Owner[]): hold is Hold {
  return hold !== undefined && accountOwners.includes(hold.owner);
}

/** True within 24 hours of the customer's last message to the holder: no other owner can take the hold then. */
const isFirm = (hold: Hold | undefined, { accountOwners, nowMs }: Sender): hold is Hold =>
  isHolder(hold, accountOwners) && isWindowOpen(hold.latestInboundAtMs, nowMs);

/** Tells whether another owner holds the customer, so that only templates may be sent (D28). */
export const isHeldByAnother = (hold: Hold | undefined, sender: Sender): boolean =>
  isFirm(hold, sender) && hold.owner !== sender.owner;

/** True when the sender holds the customer, and nobody else can have taken the hold since it was read. */
export const isSurelyHeldBy = (hold: Hold | undefined, sender: Sender): boolean =>
  isFirm(hold, sender) && hold.owner === sender.owner;

/**
 * This is the hold after the provider has taken a message of this sender (D28). It stays the same object when the sender has it already, or when
 * the customer wrote to its holder within the last 24 hours.
 */
export function holdAfterSending(hold: Hold | undefined, sender: Sender): Hold {
  const stays = isHolder(hold, sender.accountOwners) && (hold.owner === sender.owner || isFirm(hold, sender));
  // The new holder has no service window yet, because the customer wrote to the old one.
  return stays ? hold : { owner: sender.owner };
}

/** When the customer writes, the hold stays with its holder, else it goes to the account's first owner (D28). */
export function holdOfReceiver(hold: Hold | undefined, accountOwners: readonly Owner[]): Hold | undefined {
  if (isHolder(hold, accountOwners)) return hold;
  const [first] = accountOwners;
  return first === undefined ? undefined : { owner: first };
}
