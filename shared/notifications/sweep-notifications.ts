import { inTrace } from "../kernel/trace.ts";
import { CAUSES } from "./domain/causes.ts";
import { DUE_LISTS, type DueList } from "./domain/sweep.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "./enqueue-or-leave-to-sweep.ts";
import { type GiveUpNotificationDeps, giveUpNotification } from "./give-up-notification.ts";
import { type NotificationKey, shardsIn } from "./ports.ts";

/** Per shard, list and run; what is left over is found by the next run a minute later. */
const LIMIT_PER_SHARD = 200;
const AT_ONCE = 4;
const MINUTE_MS = 60_000;

export type SweepNotificationsDeps = EnqueueDeps & GiveUpNotificationDeps;

/** One run. */
interface Sweep {
  readonly endsAt: number;
  found: number;
  /** The run's time was over before it was through. */
  isCut: boolean;
  readonly errors: unknown[];
}

/**
 * D22: finds what is due and yet in nobody's hands, and puts it back on the queue. What a worker had comes first, what merely waits last,
 * and every shard has its share, each run beginning at another one. Answers how many it put back or gave up.
 * A notification that cannot be swept keeps it from no other one; the run fails at its end then, so that somebody hears of it.
 * @param endsAt epoch milliseconds at which nothing more is begun
 */
export async function sweepNotifications(
  deps: SweepNotificationsDeps,
  endsAt = Number.POSITIVE_INFINITY,
): Promise<number> {
  const sweep: Sweep = { endsAt, found: 0, isCut: false, errors: [] };
  const minute = Math.floor(deps.clock.now() / MINUTE_MS);
  for (const list of DUE_LISTS) {
    const length = shardsIn(list);
    const shards = Array.from({ length }, (_, i) => (minute + i) % length);
    await sweepList(deps, { list, shards }, sweep);
  }
  const { found, isCut, errors } = sweep;
  if (found > 0) deps.metrics.count("swept", found);
  deps.log[isCut ? "warn" : "info"]("notifications.swept", { found, isCut, failed: errors.length });
  if (errors.length > 0) throw errors[0];
  return found;
}

async function sweepList(
  deps: SweepNotificationsDeps,
  { list, shards }: { readonly list: DueList; readonly shards: readonly number[] },
  sweep: Sweep,
): Promise<void> {
  const due = new Map<number, readonly NotificationKey[]>();
  await eachInTime(deps, sweep, shards, async (shard) => {
    due.set(shard, await deps.notifications.due(list, shard, LIMIT_PER_SHARD));
  });
  const inTurn = Array.from({ length: LIMIT_PER_SHARD }, (_, i) => shards.map((shard) => due.get(shard)?.[i]));
  const keys = inTurn.flat().filter((key) => key !== undefined);
  await eachInTime(deps, sweep, keys, async (key) => {
    if (await sweepOne(deps, key)) sweep.found++;
  });
}

/** Does something for each, a few at once, until the run's time is over; what fails keeps it from nothing else. */
async function eachInTime<Item extends number | NotificationKey>(
  { clock, log }: SweepNotificationsDeps,
  sweep: Sweep,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      sweep.isCut ||= clock.now() >= sweep.endsAt;
      if (sweep.isCut) return;
      await work(item).catch((error: unknown) => {
        // A shard that cannot be read is told by the error that ends the run: a line for each would tell one outage many times.
        if (typeof item !== "number") log.error("notification.not_swept", error, { ...item });
        sweep.errors.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function sweepOne(deps: SweepNotificationsDeps, { owner, id }: NotificationKey): Promise<boolean> {
  const swept = await deps.notifications.sweep({ owner, id });
  if (swept === undefined || swept.finding === "leave") return false;
  const { accountId, dueAt, traceId, delaySeconds } = swept;
  return inTrace({ traceId }, async () => {
    if (swept.finding === "give-up")
      return giveUpNotification(deps, { owner, id, accountId }, { cause: CAUSES.delivery_interrupted });
    await enqueueOrLeaveToSweep(deps, { owner, id, accountId, dueAt }, delaySeconds);
    return true;
  });
}
