import { scheduleFunction } from "../../shared/edge/background/schedule-function.ts";
import { readSweepPart } from "../../shared/notifications/contract/sweep-part.ts";
import { recoveryServices } from "../../shared/notifications/queue-wiring.ts";
import { sweepNotifications } from "../../shared/notifications/sweep/sweep-notifications.ts";

/** The run begins no new work in this last part of its time, so that it can finish what it has begun. */
const LAST_ONES_MS = 15_000;

/** Finds, every minute, accepted notifications that nobody is delivering, and puts them back on the queue (D22). */
export const handler = scheduleFunction((services, context, event) => {
  const endsAt = services.clock.now() + context.getRemainingTimeInMillis() - LAST_ONES_MS;
  return sweepNotifications(services, endsAt, readSweepPart(event));
}, recoveryServices);
