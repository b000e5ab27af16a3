import type { DeliveryMessage } from "../../contract/messages.ts";
import type { Clock } from "../../ports/clock.ts";
import type { DeadLetterStore } from "../../ports/dead-letter-store.ts";
import type { Log } from "../../ports/log.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { NotificationStore } from "../../ports/notification-store.ts";

/** Told to the caller whose notification crashed every worker that took it. */
export const CRASHED = "delivery was given up: it crashed the worker repeatedly";

export interface GiveUpNotificationDeps {
  readonly notifications: NotificationStore;
  readonly deadLetters: DeadLetterStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What a dead letter means: the notification ends `failed` with a reason, unless a living worker has it or it is finished. */
export async function giveUpNotification(
  { notifications, deadLetters, clock, log, metrics }: GiveUpNotificationDeps,
  message: DeliveryMessage,
  messageId?: string,
): Promise<void> {
  const { owner, id } = message;
  const letter = { ...message, at: new Date(clock.now()).toISOString() };
  // The letter first: whatever was given up can be found and put back.
  await deadLetters.add(letter);
  const gaveUp = await notifications.giveUp(owner, id, CRASHED);
  if (gaveUp) metrics.count("given_up");
  else await deadLetters.remove(letter);
  // By the message's id the lines of the workers are found that it crashed.
  log.warn("notification.dead_letter", { owner, id, gaveUp, messageId });
}
