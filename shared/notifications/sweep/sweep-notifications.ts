import { inTrace } from "../../kernel/trace.ts";
import { CAUSES } from "../domain/causes.ts";
import { DUE_LISTS, type DueList } from "../domain/sweep.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "../enqueue-or-leave-to-sweep.ts";
import { type NotificationKey, shardsIn } from "../ports.ts";
import { type GiveUpNotificationDeps, giveUpNotification } from "./give-up-notification.ts";

/** One run takes this many of each shard and list. The next run, a minute later, finds the rest. */
const LIMIT_PER_SHARD = 200;
const AT_ONCE = 4;
const MINUTE_MS = 60_000;

export type SweepNotificationsDeps = EnqueueDeps & GiveUpNotificationDeps;

interface Sweep {
  readonly endsAt: number;
  found: number;
  /** `isCut` is true when the time of the run was over before all was done. */
  isCut: boolean;
  readonly errors: unknown[];
}

/**
 * It finds due notifications that nobody delivers and puts them back on the queue (D22): first those that workers had, last those that
 * merely wait. Every shard has its share, and each run begins at another shard. Returns how many it put back or gave up.
 * A notification that cannot be swept does not stop the others, but then the run fails at its end, so that the failure is noticed.
 * @param endsAt epoch milliseconds after which nothing more is begun
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

/** Does the work for each item, a few at once, until the time of the run is over. A failed item does not stop the others. */
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
        // The error that ends the run tells of an unreadable shard; a line for each shard would report one outage many times.
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
