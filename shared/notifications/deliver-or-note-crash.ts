import type { Log } from "../kernel/log.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import { type DeliverNotificationDeps, deliverNotification } from "./deliver-notification.ts";

export interface DeliverOrNoteCrashDeps extends DeliverNotificationDeps {
  readonly log: Log;
}

/** Delivers; an error that is no outcome of an attempt flies on, and leaves its kind with the notification for the day it is given up. */
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
    // The store fails for this note as it failed for the delivery: the error that flies on says why.
    log.warn("notification.crash_not_noted", { owner, id });
  }
}

/** The owner sees it (D2): the error's name, which is an identifier of the code, and never its message. */
const kindOf = (error: unknown): string =>
  error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : "Error";
