import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import { readRecipient } from "./domain/recipient.ts";
import { MOST_WITH_TOPIC, type Suppression } from "./domain/suppression.ts";
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
 * @throws Refusal `limit_reached` when the recipient has as many suppressions with topics as it may have
 * @throws Error when the recipient is neither an address nor a number
 */
export async function suppress(deps: SuppressDeps, request: ToSuppress): Promise<AddedSuppression> {
  const added = await addedTo(deps, request);
  if (added === "full")
    throw new Refusal(
      "limit_reached",
      `a recipient may have at most ${MOST_WITH_TOPIC} suppressions with a topic: delete one, or suppress without a topic`,
    );
  return added;
}

/**
 * Suppresses a recipient who asks for it, for a topic. A recipient who has left as many topics as there may be is suppressed without a topic:
 * the request is heeded, and who has said so often that the mails are unwanted gets none any more.
 */
export async function unsubscribeFrom(deps: SuppressDeps, request: ToSuppress): Promise<AddedSuppression> {
  const added = await addedTo(deps, request);
  return added === "full" ? suppress(deps, { ...request, topic: undefined }) : added;
}

async function addedTo(
  { suppressions, clock, identifiers }: SuppressDeps,
  { id = identifiers.newId(), ...suppression }: ToSuppress,
): Promise<AddedSuppression | "full"> {
  const recipient = readRecipient(suppression.recipient);
  if (recipient === undefined) throw new Error("only an address or a number can be suppressed");
  const createdAt = new Date(clock.now()).toISOString();
  return suppressions.add({ id, ...suppression, channel: recipient.channel, createdAt });
}
