import { inTrace } from "../../kernel/trace.ts";
import { expireApproval } from "../change/decide-approval.ts";
import { ALL_SHARDS, type SweepPart } from "../contract/sweep-part.ts";
import { CAUSES } from "../domain/causes.ts";
import { DUE_LISTS, type DueList } from "../domain/sweep.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "../enqueue-or-leave-to-sweep.ts";
import { type NotificationKey, shardsIn } from "../ports.ts";
import { type GiveUpNotificationDeps, giveUpNotification } from "./give-up-notification.ts";

/** A run takes this many notifications of each shard of each list. Only of the list `scheduled` it takes more in the same run. */
const LIMIT_PER_SHARD = 200;
/** A run works on this many notifications at once. Each waits some 25 ms for table and queue, so a run queues about 640 a second. */
const AT_ONCE = 16;
const MINUTE_MS = 60_000;

export type SweepNotificationsDeps = EnqueueDeps & GiveUpNotificationDeps;

interface Sweep {
  readonly endsAt: number;
  readonly part: SweepPart;
  found: number;
  /** `isCut` is true when the time of the run was over before all was done. */
  isCut: boolean;
  readonly errors: unknown[];
  /** The ids that could not be swept. The run does not try them again. */
  readonly failed: Set<string>;
}

/**
 * Finds due notifications that nobody delivers and puts them back on the queue (D22), list by list in the order of `DUE_LISTS`. Each
 * run begins at another shard. Returns how many notifications it put back or gave up.
 * Then it goes on with the list `scheduled` until nothing is left or its time is over. The other lists have no second turn: most of
 * their notifications are still on the queue, and second messages would only make the queue longer.
 * A notification that cannot be swept does not stop the others, but then the run fails at its end, so that the failure is noticed.
 * @param endsAt epoch milliseconds after which nothing more is begun
 */
export async function sweepNotifications(
  deps: SweepNotificationsDeps,
  endsAt = Number.POSITIVE_INFINITY,
  part = ALL_SHARDS,
): Promise<number> {
  const sweep: Sweep = { endsAt, part, found: 0, isCut: false, errors: [], failed: new Set() };
  let isMoreScheduled = false;
  for (const list of DUE_LISTS) {
    const isMore = await sweepList(deps, list, sweep);
    if (list === "scheduled") isMoreScheduled = isMore;
  }
  while (isMoreScheduled && !sweep.isCut) isMoreScheduled = await sweepList(deps, "scheduled", sweep);
  const { found, isCut, errors } = sweep;
  if (found > 0) deps.metrics.count("swept", found);
  deps.log[isCut ? "warn" : "info"]("notifications.swept", { found, isCut, failed: errors.length });
  if (errors.length > 0) throw errors[0];
  return found;
}

/** Returns the shards of the run's part. Each minute, the list begins at another shard. */
function shardsOf(list: DueList, { part, of }: SweepPart, nowMs: number): readonly number[] {
  const own = Array.from({ length: shardsIn(list) }, (_, shard) => shard).filter((shard) => shard % of === part);
  const first = Math.floor(nowMs / MINUTE_MS) % Math.max(1, own.length);
  return [...own.slice(first), ...own.slice(0, first)];
}

/** Returns true when a shard may have more notifications and this round moved some, so that another round finds further ones. */
async function sweepList(deps: SweepNotificationsDeps, list: DueList, sweep: Sweep): Promise<boolean> {
  const before = sweep.found;
  const shards = shardsOf(list, sweep.part, deps.clock.now());
  const due = new Map<number, readonly NotificationKey[]>();
  await eachInTime(deps, sweep, shards, async (shard) => {
    due.set(shard, await deps.notifications.due(list, shard, LIMIT_PER_SHARD));
  });
  const inTurn = Array.from({ length: LIMIT_PER_SHARD }, (_, i) => shards.map((shard) => due.get(shard)?.[i]));
  const found = inTurn.flat().filter((key) => key !== undefined);
  const keys = found.filter(({ id }) => !sweep.failed.has(id));
  await eachInTime(deps, sweep, keys, async (key) => {
    if (await sweepOne(deps, key)) sweep.found++;
  });
  return sweep.found > before && [...due.values()].some(({ length }) => length === LIMIT_PER_SHARD);
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
        // An unreadable shard is reported by the error at the end of the run; a line for each shard would report one outage many times.
        if (typeof item !== "number") {
          log.error("notification.not_swept", error, { ...item });
          sweep.failed.add(item.id);
        }
        sweep.errors.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Returns true when the notification was put back or ended. What is due now waits on the queue for `waitSeconds`. */
export async function sweepOne(
  deps: SweepNotificationsDeps,
  { owner, id }: NotificationKey,
  waitSeconds = 0,
): Promise<boolean> {
  const swept = await deps.notifications.sweep({ owner, id });
  if (swept === undefined || swept.finding === "leave") return false;
  const { accountId, dueAt, traceId, delaySeconds } = swept;
  return inTrace({ traceId }, async () => {
    if (swept.finding === "expire") return expireApproval(deps, { owner, id });
    if (swept.finding === "give-up")
      return giveUpNotification(deps, { owner, id, accountId }, { cause: CAUSES.delivery_interrupted });
    await enqueueOrLeaveToSweep(deps, { owner, id, accountId, dueAt }, delaySeconds ?? waitSeconds);
    return true;
  });
}
