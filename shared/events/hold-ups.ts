import type { Clock } from "../kernel/clock.ts";
import type { ExpiringCache } from "../kernel/expiring-cache.ts";
import type { Owner } from "../kernel/owner.ts";

export interface HoldUpDeps {
  /** The epoch millisecond since which every batch of an owner in a table has had a failure, by table and owner; forgotten without failures. */
  readonly failingSince: Pick<ExpiringCache<number>, "get" | "set" | "delete">;
  /** For each table, the two owners whose changes were announced last and have not failed since. */
  readonly announcedLately: Pick<Map<string, readonly Announced[]>, "get" | "set">;
  readonly clock: Clock;
}

interface Announced {
  readonly owner: Owner;
  readonly atMs: number;
}

/** All changes of one owner in one table: they are announced one after the other. */
export interface Line {
  readonly table: string;
  readonly owner: Owner;
}

/** A change that comes again holds up all behind it in the stream, including other owners' changes. */
const LONGEST_HOLD_UP_MS = 120_000;

const nameOf = ({ table, owner }: Line): string => `${table} ${owner}`;

/**
 * It tells whether one owner's failures have held up others for long enough. If another owner's change of the table was announced since they
 * began, the failures are the owner's own. Otherwise they may be an outage, and everybody's changes come again.
 */
export function isHoldingUp({ failingSince, announcedLately, clock }: HoldUpDeps, line: Line): boolean {
  const since = failingSince.get(nameOf(line));
  if (since === undefined || clock.now() - since < LONGEST_HOLD_UP_MS) return false;
  return (announcedLately.get(line.table) ?? []).some(({ owner, atMs }) => owner !== line.owner && atMs >= since);
}

/**
 * Counts a failure from the beginning of its batch, so that other owners' changes that were announced from this batch show that they do not fail:
 * when the batch comes again, those are not announced a second time.
 */
export function noteFailure(deps: HoldUpDeps, line: Line, batchBeganMs: number): void {
  const { failingSince, announcedLately } = deps;
  // The time of the first failure stays, even if another process has announced the change in between.
  failingSince.set(nameOf(line), failingSince.get(nameOf(line)) ?? batchBeganMs);
  announcedLately.set(line.table, othersIn(deps, line));
}

export function noteSuccess(deps: HoldUpDeps, line: Line): void {
  deps.failingSince.delete(nameOf(line));
}

/** Notes that a change of this owner in this table has been announced now. */
export function noteAnnounced(deps: HoldUpDeps, line: Line): void {
  const { announcedLately, clock } = deps;
  announcedLately.set(line.table, [{ owner: line.owner, atMs: clock.now() }, ...othersIn(deps, line).slice(0, 1)]);
}

const othersIn = ({ announcedLately }: HoldUpDeps, line: Line): readonly Announced[] =>
  (announcedLately.get(line.table) ?? []).filter(({ owner }) => owner !== line.owner);
