import type { Owner } from "../../kernel/owner.ts";
import { isWindowOpen } from "./service-window.ts";

/** An assignment says which owner of a shared account a customer talks to (D28), and when the customer last wrote to them. */
export interface Assignment {
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

function isHolder(assignment: Assignment | undefined, accountOwners: readonly Owner[]): assignment is Assignment {
  return assignment !== undefined && accountOwners.includes(assignment.owner);
}

/**
 * True within 24 hours of the customer's last message to the owner to whom the customer is assigned. During this time,
 * no other owner can take the assignment.
 */
const isFirm = (assignment: Assignment | undefined, { accountOwners, nowMs }: Sender): assignment is Assignment =>
  isHolder(assignment, accountOwners) && isWindowOpen(assignment.latestInboundAtMs, nowMs);

/** Tells whether another owner holds the customer, so that only templates may be sent (D28). */
export const isHeldByAnother = (assignment: Assignment | undefined, sender: Sender): boolean =>
  isFirm(assignment, sender) && assignment.owner !== sender.owner;

/** True when the sender holds the customer, and nobody else can have taken the assignment since it was read. */
export const isSurelyHeldBy = (assignment: Assignment | undefined, sender: Sender): boolean =>
  isFirm(assignment, sender) && assignment.owner === sender.owner;

/**
 * Returns the assignment after the provider has taken a message of `sender` (D28). It returns the same object when the
 * customer is assigned to the sender already, or when the customer wrote to the assigned owner within the last 24
 * hours.
 */
export function assignmentAfterSending(assignment: Assignment | undefined, sender: Sender): Assignment {
  const stays =
    isHolder(assignment, sender.accountOwners) && (assignment.owner === sender.owner || isFirm(assignment, sender));
  // The newly assigned owner has no service window yet, because the customer has written only to the former owner.
  return stays ? assignment : { owner: sender.owner };
}

/**
 * Returns the assignment after a message from the customer: the customer stays assigned to the same owner, or else is
 * assigned to the account's first owner (D28).
 */
export function assignmentOfReceiver(
  assignment: Assignment | undefined,
  accountOwners: readonly Owner[],
): Assignment | undefined {
  if (isHolder(assignment, accountOwners)) return assignment;
  const [first] = accountOwners;
  return first === undefined ? undefined : { owner: first };
}
