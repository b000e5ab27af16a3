import type { Log } from "../../kernel/log.ts";
import type { DeliveryMessage } from "../contract/messages.ts";
import { type DeliverNotificationDeps, deliverNotification } from "./deliver-notification.ts";

export interface DeliverOrNoteCrashDeps extends DeliverNotificationDeps {
  readonly log: Log;
}

/** Delivers the notification. When that throws, stores the kind of the error, which the timeline shows if Herald gives up, and rethrows. */
export async function deliverOrNoteCrash(deps: DeliverOrNoteCrashDeps, message: DeliveryMessage): Promise<void> {
  try {
    await deliverNotification(deps, message);
  } catch (error) {
    await noteCrash(deps, message, error);
    throw error;
  }
}

async function noteCrash(
  { notifications, log }: DeliverOrNoteCrashDeps,
  { owner, id }: DeliveryMessage,
  error: unknown,
): Promise<void> {
  try {
    await notifications.noteCrash({ owner, id }, kindOf(error));
  } catch {
    // The log line needs no error: the store fails here as it failed for the delivery, and the delivery's error is rethrown.
    log.warn("notification.crash_not_noted", { owner, id });
  }
}

/** Returns the error's class name, which the owner may see (D2), and never its message, which may hold content. */
const kindOf = (error: unknown): string =>
  error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : "Error";
