import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import { CAUSES } from "./domain/causes.ts";
import type { Postponed } from "./domain/delivery.ts";
import { type ClaimedNotification, leavesAtMs } from "./domain/notification.ts";
import type { EnqueueDeps } from "./enqueue-or-leave-to-sweep.ts";
import { NotAskedError } from "./not-asked-error.ts";

/** Half a minute to a minute: those that were postponed together do not return together. */
const DELAY_SECONDS = 30;
/** From the time at which it was to leave; the content is kept for longer. What still throws then is a bug, and costs its attempts. */
const LONGEST_OUTAGE_MS = 86_400_000;
/** About as long, for a message that could not even be claimed. */
const MOST_OUTAGES = 2000;

export interface OutageDeps extends EnqueueDeps {
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "random">;
}

const delaySeconds = ({ identifiers }: OutageDeps): number => Math.ceil(DELAY_SECONDS * (1 + identifiers.random()));

function report({ log, metrics }: OutageDeps, { owner, id }: DeliveryMessage, error: NotAskedError): void {
  metrics.count("outage");
  log.error("notification.not_tried", error.cause, { owner, id });
}

/** The outcome of an attempt that could not begin: none, and its count is taken back. Throws what is no outage, or has lasted too long. */
export function postponedByOutage(deps: OutageDeps, claimed: ClaimedNotification, error: unknown): Postponed {
  if (!(error instanceof NotAskedError)) throw error;
  if (deps.clock.now() - leavesAtMs(claimed) > LONGEST_OUTAGE_MS) throw error.cause;
  report(deps, claimed, error);
  // The claim has counted itself: with one attempt nothing was tried yet, with more the cause of the last one stays.
  const cause = claimed.attempts > 1 ? undefined : CAUSES.service_unavailable;
  return { kind: "postponed", retryInSeconds: delaySeconds(deps), cause };
}

/**
 * Puts back a message whose notification could not even be claimed. Left to the queue, five redeliveries would end it as a dead letter.
 * Once the sweep has looked, or is about to, the message ends: its notification has another one then, or gets it.
 * Throws what is no outage, and when the queue does not take it: then the queue redelivers it.
 */
export async function putBack(deps: OutageDeps, message: DeliveryMessage, error: unknown): Promise<void> {
  if (!(error instanceof NotAskedError)) throw error;
  const { outages = 0 } = message;
  if (outages >= MOST_OUTAGES) throw error.cause;
  const seconds = delaySeconds(deps);
  const isSweptSoon = message.dueAt !== undefined && message.dueAt <= deps.clock.now() + seconds * 1000;
  if (!isSweptSoon) await enqueueAgain(deps, { ...message, outages: outages + 1 }, { seconds, cause: error.cause });
  report(deps, message, error);
}

async function enqueueAgain(
  { deliveryQueue }: OutageDeps,
  message: DeliveryMessage,
  { seconds, cause }: { readonly seconds: number; readonly cause: unknown },
): Promise<void> {
  try {
    await deliveryQueue.enqueue(message, seconds);
  } catch {
    // The queue redelivers the message; why it could not be handled is what came first.
    throw cause;
  }
}
