import { scheduleFunction } from "../../shared/edge/background/schedule-function.ts";
import { recoveryServices } from "../../shared/notifications/queue-wiring.ts";
import { sweepNotifications } from "../../shared/notifications/sweep-notifications.ts";

/** For those that are begun when the time is up, and for what is written at the end. */
const LAST_ONES_MS = 15_000;

/** Every minute: finds accepted notifications that nobody is delivering, and puts them back on the queue (D22). */
export const handler = scheduleFunction(
  (services, context) =>
    sweepNotifications(services, services.clock.now() + context.getRemainingTimeInMillis() - LAST_ONES_MS),
  recoveryServices,
);
