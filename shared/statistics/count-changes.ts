import { inBatches } from "../kernel/in-batches.ts";
import type { Log } from "../kernel/log.ts";
import type { Owner } from "../kernel/owner.ts";
import { RESTORED_AT, type TableChange } from "../kernel/table-change.ts";
import { isTestOwner } from "../kernel/test-mode.ts";
import { accountCountIn } from "./domain/account-counts.ts";
import { type Count, countsOf } from "./domain/counts-of.ts";
import {
  type Counters,
  type CounterTallies,
  EVERYBODY_SHARDS,
  type ReadNotificationImage,
  type Tally,
} from "./ports.ts";

export interface CountChangesDeps {
  readonly readImage: ReadNotificationImage;
  readonly counters: Counters;
  /** The hash is SHA-256 in hex. */
  readonly hash: (text: string) => string;
  readonly log: Log;
}

/**
 * Counts these changes of notifications, which are from one shard of the stream. A change that is delivered again is not counted again.
 * Returns, in order, the changes that must be delivered again. A change that cannot be read is not counted.
 */
export async function countChanges(
  deps: CountChangesDeps,
  changes: readonly TableChange[],
): Promise<readonly TableChange[]> {
  const failed = new Set<string>();
  await inBatches(byCounter(changes.flatMap((change) => talliesIn(deps, change))), async (counted) => {
    try {
      await deps.counters.add(counted);
    } catch (error) {
      deps.log.error("counter.not_written", error, { tallies: counted.tallies.length });
      for (const { sequenceNumber } of counted.tallies) failed.add(sequenceNumber);
    }
  });
  return changes.filter(({ sequenceNumber }) => failed.has(sequenceNumber));
}

/** Groups the tallies by counter, because one write takes all tallies of one counter. */
const byCounter = (all: readonly CounterTallies[]): readonly CounterTallies[] =>
  [...Map.groupBy(all, identityOf).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, tallies: same.flatMap(({ tallies }) => tallies) }] : [];
  });

const identityOf = ({ of, counter, streamShard }: CounterTallies): string => JSON.stringify([of, counter, streamShard]);

function talliesIn(deps: CountChangesDeps, change: TableChange): readonly CounterTallies[] {
  const { streamShard, sequenceNumber } = change;
  if (streamShard === undefined)
    throw new Error("the changes of a batch come without their shard: nobody could count them once");
  return countsIn(deps, change).flatMap(({ owner, count }) => {
    const { counter, ...rest } = count;
    const own = { of: owner, counter, streamShard, tallies: [{ sequenceNumber, ...rest }] };
    return [own, ...everybodys(deps, own)];
  });
}

/**
 * Makes the tallies for the figures of all owners together. These have only counters of hours, which include the codes of failures, and
 * no accounts.
 */
function everybodys(
  { hash }: CountChangesDeps,
  { of, counter, streamShard, tallies }: CounterTallies,
): CounterTallies[] {
  if (typeof of === "string" && isTestOwner(of)) return [];
  if (counter.kind === "absence" || tallies.every(({ name }) => accountCountIn(name))) return [];
  const everybodyShard = Number.parseInt(hash(streamShard).slice(0, 8), 16) % EVERYBODY_SHARDS;
  const hour = { kind: "hour", fromMs: counter.fromMs } as const;
  const named =
    counter.kind === "hour" ? tallies : tallies.map((one): Tally => ({ ...one, name: `code:${counter.code}` }));
  return [{ of: { everybodyShard }, counter: hour, streamShard, tallies: named }];
}

interface OwnersCount {
  readonly owner: Owner;
  readonly count: Count;
}

function countsIn({ readImage, log }: CountChangesDeps, change: TableChange): readonly OwnersCount[] {
  const { before, after } = change;
  // A removal takes nothing back, and an item that an operator restored was counted before.
  if (after === undefined || (after[RESTORED_AT] !== undefined && after[RESTORED_AT] !== before?.[RESTORED_AT]))
    return [];
  try {
    const now = readImage(after);
    if (now === undefined) return [];
    const was = before && readImage(before)?.notification;
    return countsOf(was, now.notification).map((count) => ({ owner: now.owner, count }));
  } catch (error) {
    log.error("change.not_counted", error, { table: change.table });
    return [];
  }
}
