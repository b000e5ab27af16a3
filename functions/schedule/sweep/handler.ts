import { scheduleFunction } from "../../../shared/background/schedule-function.ts";
import { sweepNotifications } from "../../../shared/use-cases/notifications/sweep-notifications.ts";
import { careServices } from "../../../shared/wiring/care.ts";

/** Every minute: finds accepted notifications that nobody is delivering, and puts them back on the queue (D22). */
export const handler = scheduleFunction(sweepNotifications, careServices);
