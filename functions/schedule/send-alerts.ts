import { sendAlerts } from "../../shared/alerts/send-alerts.ts";
import { alertSendingServices } from "../../shared/composition/alerts.ts";
import { scheduleFunction } from "../../shared/edge/background/schedule-function.ts";

/** The run begins no new work in this last part of its time, so that what it has begun can finish. */
const LAST_ONES_MS = 15_000;

/** Sends, every minute, the alerts that were raised, and looks every ten minutes for customers who wait and for a week that has ended. */
export const handler = scheduleFunction(
  (services, context) => sendAlerts(services, services.clock.now() + context.getRemainingTimeInMillis() - LAST_ONES_MS),
  alertSendingServices,
);
