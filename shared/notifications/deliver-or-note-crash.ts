import type { Log } from "../kernel/log.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import { type DeliverNotificationDeps, deliverNotification } from "./deliver-notification.ts";

export interface DeliverOrNoteCrashDeps extends DeliverNotificationDeps {
  readonly log: Log;
}

/** It delivers. When that throws, it stores the kind of the error with the notification, to explain a later end, and throws it on. */
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
    // The error that is thrown on says why, because the store fails for this note as it failed for the delivery.
    log.warn("notification.crash_not_noted", { owner, id });
  }
}

/** The owner sees this name (D2). It is the error's class name, and never its message, which may hold content. */
const kindOf = (error: unknown): string =>
  error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : "Error";
