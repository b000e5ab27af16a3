import type { DeliveryMessage } from "../../contract/messages.ts";
import type { Log } from "../../ports/log.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { NotificationStore } from "../../ports/notification-store.ts";

/** Told to the caller whose notification crashed every worker that took it. */
const CRASHED = "delivery was given up: it crashed the worker repeatedly";

export interface GiveUpNotificationDeps {
  readonly notifications: NotificationStore;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What a dead letter means: the notification ends `failed` with a reason, unless a living worker has it or it is finished. */
export async function giveUpNotification(
  { notifications, log, metrics }: GiveUpNotificationDeps,
  { owner, id }: Pick<DeliveryMessage, "owner" | "id">,
): Promise<void> {
  const gaveUp = await notifications.giveUp(owner, id, CRASHED);
  if (gaveUp) metrics.count("given_up");
  log.warn("notification.dead_letter", { owner, id, gaveUp });
}
