import type { Clock } from "../../kernel/clock.ts";
import type { Identifiers } from "../../kernel/identifiers.ts";
import type { DeliveryMessage } from "../contract/messages.ts";
import { CAUSES } from "../domain/causes.ts";
import type { Postponed } from "../domain/delivery.ts";
import { type ClaimedNotification, leavesAtMs } from "../domain/notification.ts";
import type { EnqueueDeps } from "../enqueue-or-leave-to-sweep.ts";
import { NotAskedError } from "../not-asked-error.ts";

/** The delay is 30 to 60 seconds at random, so that notifications that were postponed together do not return together. */
const DELAY_SECONDS = 30;
/** More than a day after departure, an error is treated as a bug, and its attempt counts. The content is kept longer than a day. */
const LONGEST_OUTAGE_MS = 86_400_000;
/** A message that could not be claimed is put back at most this often, which takes about a day. */
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

/** Postpones an attempt that could not begin, and takes its count back. Throws when this is no outage, or a day has passed. */
export function postponedByOutage(deps: OutageDeps, claimed: ClaimedNotification, error: unknown): Postponed {
  if (!(error instanceof NotAskedError)) throw error;
  if (deps.clock.now() - leavesAtMs(claimed) > LONGEST_OUTAGE_MS) throw error.cause;
  report(deps, claimed, error);
  // The claim has counted this attempt. If it is the first, nothing was tried yet; otherwise the last attempt's error stays.
  const cause = claimed.attempts > 1 ? undefined : CAUSES.service_unavailable;
  return { kind: "postponed", retryInSeconds: delaySeconds(deps), cause };
}

/**
 * Puts a message back whose notification could not be claimed, because five redeliveries would make the message a dead letter.
 * Puts nothing back when the sweep has looked at the notification or will do so soon, because the sweep enqueues another message.
 * Throws when there is no outage, or when the queue does not take the message; then the queue redelivers the message.
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
    // The message could not be put back, so the queue redelivers it. The first error is thrown, because it says why.
    throw cause;
  }
}
