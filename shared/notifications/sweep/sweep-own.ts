import type { Owner } from "../../kernel/owner.ts";
import { LONGEST_QUEUE_DELAY_MS } from "../domain/sweep.ts";
import type { NotificationKey, OwnDue } from "../ports.ts";
import { type SweepNotificationsDeps, sweepOne } from "./sweep-notifications.ts";

/** So many notifications of one owner leave in a second, so that live owners do not notice what a move of a clock makes due (D48e). */
export const A_SECOND = 25;
const PAGE = 200;
/** A run reads so many pages at most. The next run begins with what is earliest by then. */
const MOST_PAGES = 50;
const AT_ONCE = 4;
/** What waits on the queue may be due to the sweep as late as this: the longest delay, and some leases. */
const ON_QUEUE_MS = LONGEST_QUEUE_DELAY_MS + 600_000;

export interface OwnSweep {
  /** About so many notifications are put on the queue at most. */
  readonly most: number;
  /** Once this is true, nothing more is begun. What is earliest comes first, so the next run goes on with the rest. */
  readonly isOver?: () => boolean;
}

/**
 * Puts on the queue what an owner of test mode has due, and what a move of the clock since has brought nearer: a new message with a
 * shorter delay replaces the one on the queue. It has to run in the owner's time. Returns how many notifications it put back or ended.
 */
export async function sweepOwn(
  deps: SweepNotificationsDeps,
  owner: Owner,
  { most, isOver = () => false }: OwnSweep,
): Promise<number> {
  let swept = 0;
  const isEnough = () => swept >= most || isOver();
  const sweepKey = async (key: NotificationKey): Promise<void> => {
    if (await sweepOne(deps, key, Math.floor(swept / A_SECOND))) swept++;
  };
  let after: OwnDue["next"];
  for (let pages = 0; pages < MOST_PAGES && !isEnough(); pages++) {
    const page = await deps.notifications.ownDue(owner, { soonMs: ON_QUEUE_MS, limit: PAGE, after });
    await sweepAll(deps, takenUntil(page.keys, isEnough), sweepKey);
    after = page.next;
    if (after === undefined) break;
  }
  return swept;
}

/** A notification that cannot be swept does not stop the others; the first error is thrown at the end. */
async function sweepAll(
  { log }: SweepNotificationsDeps,
  keys: Iterable<NotificationKey>,
  sweepKey: (key: NotificationKey) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const key of keys)
      try {
        await sweepKey(key);
      } catch (error) {
        log.error("notification.not_swept", error, { ...key });
        errors.push(error);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (errors.length > 0) throw errors[0];
}

function* takenUntil<Item>(items: readonly Item[], isOver: () => boolean): Generator<Item> {
  for (const item of items) {
    if (isOver()) return;
    yield item;
  }
}
