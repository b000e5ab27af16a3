import { sweepTestMode, sweepTestModeServices } from "../../shared/composition/sandbox-effects.ts";
import { scheduleFunction } from "../../shared/edge/background/schedule-function.ts";
import { readSweepPart } from "../../shared/notifications/contract/sweep-part.ts";
import { recoveryServices } from "../../shared/notifications/queue-wiring.ts";
import { sweepNotifications } from "../../shared/notifications/sweep/sweep-notifications.ts";

/** The run begins no new work in this last part of its time, so that it can finish what it has begun. */
const LAST_ONES_MS = 15_000;

/**
 * Finds, every minute, accepted notifications that nobody is delivering, and puts them back on the queue (D22). The first part does the
 * same for owners of test mode, in their own time.
 */
export const handler = scheduleFunction(async (services, context, event) => {
  const nowMs = services.clock.now();
  const endsAt = nowMs + context.getRemainingTimeInMillis() - LAST_ONES_MS;
  const part = readSweepPart(event);
  const inTestMode = async () => {
    if (part.part === 0) await sweepTestMode(sweepTestModeServices(), { nowMs, endsAt });
  };
  const swept = await Promise.allSettled([sweepNotifications(services, endsAt, part), inTestMode()]);
  for (const one of swept) if (one.status === "rejected") throw one.reason;
}, recoveryServices);
