import { sweepNotifications } from "../../../shared/use-cases/notifications/sweep-notifications.ts";
import { careServices } from "../../../shared/wiring/care.ts";

/** Every minute: finds accepted notifications that nobody is delivering, and puts them back on the queue (D22). */
export async function handler(): Promise<void> {
  await sweepNotifications(careServices());
  careServices().metrics.flush();
}
