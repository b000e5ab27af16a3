import { CAUSES } from "../domain/causes.ts";
import type { DeadLetterStore, DeliveryQueue, NotificationStore } from "../ports.ts";

/** One run takes this many dead letters; more of them need another run. */
export const MAX_DEAD_LETTERS = 1000;

export interface RedriveDeadLettersDeps {
  readonly deadLetters: DeadLetterStore;
  readonly notifications: Pick<NotificationStore, "revive" | "findContent">;
  readonly deliveryQueue: DeliveryQueue;
}

export interface Redrive {
  readonly redriven: number;
  /** The number of dead letters whose notification has another status by now, or has expired. */
  readonly skipped: number;
}

/** Puts given-up deliveries back. The state comes first, so after a crash the sweep finds the notification and the next run skips the letter. */
export async function redriveDeadLetters({
  deadLetters,
  notifications,
  deliveryQueue,
}: RedriveDeadLettersDeps): Promise<Redrive> {
  let redriven = 0;
  let skipped = 0;
  for (const deadLetter of await deadLetters.list(MAX_DEAD_LETTERS)) {
    const { owner, id, accountId } = deadLetter;
    const isWhole = (await notifications.findContent(owner, id)) !== undefined;
    if (isWhole && (await notifications.revive(owner, id, [CAUSES.delivery_crashed, CAUSES.delivery_interrupted]))) {
      await deliveryQueue.enqueue({ owner, id, accountId });
      redriven++;
    } else skipped++;
    await deadLetters.remove(deadLetter);
  }
  return { redriven, skipped };
}
