import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Metrics } from "../../kernel/metrics.ts";
import type { DeliveryMessage } from "../contract/messages.ts";
import { CAUSES } from "../domain/causes.ts";
import type { DeadLetterStore, NotificationStore } from "../ports.ts";

export interface GiveUpNotificationDeps {
  readonly notifications: NotificationStore;
  readonly deadLetters: DeadLetterStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

interface GivenUp {
  readonly cause?: typeof CAUSES.delivery_crashed | typeof CAUSES.delivery_interrupted;
  /** `messageId` is the dead letter's id; absent when the sweep gives up. */
  readonly messageId?: string;
}

/** Ends the notification as `failed` and keeps a dead letter; false when a living worker has the notification, or when it has ended. */
export async function giveUpNotification(
  { notifications, deadLetters, clock, log, metrics }: GiveUpNotificationDeps,
  { owner, id, accountId }: DeliveryMessage,
  { cause = CAUSES.delivery_crashed, messageId }: GivenUp = {},
): Promise<boolean> {
  const deadLetter = { owner, id, accountId, at: new Date(clock.now()).toISOString() };
  // The dead letter is stored first, so that a notification that was given up can always be found and put back.
  await deadLetters.add(deadLetter);
  const gaveUp = await notifications.giveUp(owner, id, cause);
  if (gaveUp) metrics.count("given_up");
  else await deadLetters.remove(deadLetter);
  // The message's id leads to the log lines of the workers that crashed.
  log.warn("notification.dead_letter", { owner, id, gaveUp, messageId });
  return gaveUp;
}
