import { scheduleFunction } from "../../shared/edge/background/schedule-function.ts";
import { sweepWebhooks } from "../../shared/webhooks/sweep-webhooks.ts";
import { sweepWebhooksServices } from "../../shared/webhooks/wiring.ts";

/** The run begins no new work in this last part of its time, so that what it has begun can finish. */
const LAST_ONES_MS = 15_000;

/** Finds, every minute, webhooks with a try that is due or whose worker died, and puts them on the queue. */
export const handler = scheduleFunction(
  (services, context) =>
    sweepWebhooks(services, services.clock.now() + context.getRemainingTimeInMillis() - LAST_ONES_MS),
  sweepWebhooksServices,
);
