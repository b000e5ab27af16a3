import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { readRecipient } from "./domain/recipient.ts";
import type { Suppression } from "./domain/suppression.ts";
import type { AddedSuppression, SuppressionStore } from "./ports.ts";

export interface SuppressDeps {
  readonly suppressions: Pick<SuppressionStore, "add">;
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "newId">;
}

export interface ToSuppress
  extends Pick<Suppression, "recipient" | "reason" | "topic" | "notificationId" | "response"> {
  readonly owner: Owner;
  /** The suppression gets this id; without it, a new one. */
  readonly id?: string | undefined;
}

/**
 * Makes a suppression, or returns the one that stands already for the same recipient, reason and topic.
 * @throws Error when the recipient is neither an address nor a number
 */
export async function suppress(
  { suppressions, clock, identifiers }: SuppressDeps,
  { id = identifiers.newId(), ...suppression }: ToSuppress,
): Promise<AddedSuppression> {
  const recipient = readRecipient(suppression.recipient);
  if (recipient === undefined) throw new Error("only an address or a number can be suppressed");
  const createdAt = new Date(clock.now()).toISOString();
  return suppressions.add({ id, ...suppression, channel: recipient.channel, createdAt });
}
