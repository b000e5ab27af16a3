import type { Owner } from "../../kernel/owner.ts";
import { LONGEST_QUEUE_DELAY_MS } from "../domain/sweep.ts";
import type { NotificationKey, OwnDue } from "../ports.ts";
import { type SweepNotificationsDeps, sweepOne } from "./sweep-notifications.ts";

const PAGE = 200;
const AT_ONCE = 16;
/** A run looks at this many notifications of one owner at most. The next run finds further ones. */
const MOST = 10_000;
/** What waits on the queue may be due to the sweep as late as this: the longest delay, and some leases. */
export const ON_QUEUE_MS = LONGEST_QUEUE_DELAY_MS + 600_000;

export interface OwnSweep {
  readonly soonMs?: number;
  /** Once this is true, nothing more is begun. What is earliest comes first, so the next run goes on with the rest. */
  readonly isOver?: () => boolean;
}

/**
 * Puts on the queue what an owner of test mode has due. It has to run in the owner's time. After a move of the clock, `soonMs` finds
 * messages too that wait on the queue for a time which has come nearer, and replaces them by new ones.
 */
export async function sweepOwn(
  deps: SweepNotificationsDeps,
  owner: Owner,
  { soonMs = 0, isOver = () => false }: OwnSweep = {},
): Promise<number> {
  const untilMs = deps.clock.now() + soonMs;
  let swept = 0;
  let looked = 0;
  let after: OwnDue["next"];
  do {
    const page = await deps.notifications.ownDue(owner, { untilMs, limit: PAGE, after });
    swept += await sweepAll(deps, page.keys, { soonMs, isOver });
    looked += page.keys.length;
    after = page.next;
  } while (after !== undefined && looked < MOST && !isOver());
  return swept;
}

/** A notification that cannot be swept does not stop the others; the first error is thrown at the end. */
async function sweepAll(
  deps: SweepNotificationsDeps,
  keys: readonly NotificationKey[],
  { soonMs, isOver }: Required<OwnSweep>,
): Promise<number> {
  const errors: unknown[] = [];
  let swept = 0;
  const rest = takenUntil(keys, isOver);
  const worker = async (): Promise<void> => {
    for (const key of rest)
      try {
        if (await sweepOne(deps, key, soonMs)) swept++;
      } catch (error) {
        deps.log.error("notification.not_swept", error, { ...key });
        errors.push(error);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (errors.length > 0) throw errors[0];
  return swept;
}

function* takenUntil<Item>(items: readonly Item[], isOver: () => boolean): Generator<Item> {
  for (const item of items) {
    if (isOver()) return;
    yield item;
  }
}
