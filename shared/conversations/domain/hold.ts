import type { Owner } from "../../kernel/owner.ts";
import { isWindowOpen } from "./service-window.ts";

/** Which owner of a shared account a customer talks to (D28), and when the customer last wrote to them. */
export interface Hold {
  readonly owner: Owner;
  readonly latestInboundAtMs?: number | undefined;
}

/** An owner who would like to talk to the customer. */
export interface Sender {
  readonly owner: Owner;
  /** An owner who left the account holds nothing. */
  readonly accountOwners: readonly Owner[];
  readonly nowMs: number;
}

function isHolder(hold: Hold | undefined, accountOwners: readonly Owner[]): hold is Hold {
  return hold !== undefined && accountOwners.includes(hold.owner);
}

/** Within 24 hours of the customer's message nobody takes the hold. */
const isFirm = (hold: Hold | undefined, { accountOwners, nowMs }: Sender): hold is Hold =>
  isHolder(hold, accountOwners) && isWindowOpen(hold.latestInboundAtMs, nowMs);

/** D28: keeps a free-form message of this sender back. A template may always be sent. */
export const isHeldByAnother = (hold: Hold | undefined, sender: Sender): boolean =>
  isFirm(hold, sender) && hold.owner !== sender.owner;

/** The sender holds the customer, and nobody can have taken the hold since it was seen. */
export const isSurelyHeldBy = (hold: Hold | undefined, sender: Sender): boolean =>
  isFirm(hold, sender) && hold.owner === sender.owner;

/**
 * D28: the hold once the provider has taken a message of this sender. The same object when it does not move: the sender has it already,
 * or the customer wrote to its holder within the last 24 hours.
 */
export function holdAfterSending(hold: Hold | undefined, sender: Sender): Hold {
  const stays = isHolder(hold, sender.accountOwners) && (hold.owner === sender.owner || isFirm(hold, sender));
  // The customer has not written to the new holder yet: the window was the old one's.
  return stays ? hold : { owner: sender.owner };
}

/** D28: the hold when the customer writes: the holder's, else the account's first owner's. Undefined without owners. */
export function holdOfReceiver(hold: Hold | undefined, accountOwners: readonly Owner[]): Hold | undefined {
  if (isHolder(hold, accountOwners)) return hold;
  const [first] = accountOwners;
  return first === undefined ? undefined : { owner: first };
}
