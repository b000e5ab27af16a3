import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import type { DeadLetterStore, NotificationStore } from "./ports.ts";

/** Told to the caller whose notification crashed every worker that took it. */
export const CRASHED = "delivery was given up: it crashed the worker repeatedly";

/** Told to the caller when every attempt was used up by workers that died. */
export const INTERRUPTED = "delivery was interrupted on every attempt";

export interface GiveUpNotificationDeps {
  readonly notifications: NotificationStore;
  readonly deadLetters: DeadLetterStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

interface GivenUp {
  readonly cause?: typeof CRASHED | typeof INTERRUPTED;
  /** Of the dead letter; absent when the sweep gives up. */
  readonly messageId?: string;
}

/**
 * Ends a notification `failed` with a reason, unless a living worker has it or it is finished; true when it did. What was given up is kept as
 * a dead letter.
 */
export async function giveUpNotification(
  { notifications, deadLetters, clock, log, metrics }: GiveUpNotificationDeps,
  { owner, id, accountId }: DeliveryMessage,
  { cause = CRASHED, messageId }: GivenUp = {},
): Promise<boolean> {
  const deadLetter = { owner, id, accountId, at: new Date(clock.now()).toISOString() };
  // The dead letter first: a notification that was given up can always be found and put back.
  await deadLetters.add(deadLetter);
  const gaveUp = await notifications.giveUp(owner, id, cause);
  if (gaveUp) metrics.count("given_up");
  else await deadLetters.remove(deadLetter);
  // The message's id leads to the log lines of the workers that it crashed.
  log.warn("notification.dead_letter", { owner, id, gaveUp, messageId });
  return gaveUp;
}
