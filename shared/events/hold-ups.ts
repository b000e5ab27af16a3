import type { Clock } from "../kernel/clock.ts";
import type { ExpiringCache } from "../kernel/expiring-cache.ts";
import type { Owner } from "../kernel/owner.ts";

export interface HoldUpDeps {
  /** By table and owner, the epoch millisecond since which every batch of the owner's changes has had a failure. A success removes it. */
  readonly failingSince: Pick<ExpiringCache<number>, "get" | "set" | "delete">;
  /** For each table, the two owners whose changes were announced last and have not failed since. */
  readonly announcedLately: Pick<Map<string, readonly Announced[]>, "get" | "set">;
  readonly clock: Clock;
}

interface Announced {
  readonly owner: Owner;
  readonly atMs: number;
}

/**
 * The queue of the changes that one owner's items have in one table. The stream announces them one after the other, so a failing change
 * holds up those behind it.
 */
export interface Line {
  readonly table: string;
  readonly owner: Owner;
}

/** A failing change may hold up the stream this long. All changes behind it wait, including those of other owners. */
const LONGEST_HOLD_UP_MS = 120_000;

const nameOf = ({ table, owner }: Line): string => `${table} ${owner}`;

/**
 * True when an owner's failing changes have held up others for too long. When another owner's change of the same table was announced since
 * the failures began, they are the owner's own. Otherwise they may be an outage, and all changes are delivered again.
 */
export function isHoldingUp({ failingSince, announcedLately, clock }: HoldUpDeps, line: Line): boolean {
  const since = failingSince.get(nameOf(line));
  if (since === undefined || clock.now() - since < LONGEST_HOLD_UP_MS) return false;
  return (announcedLately.get(line.table) ?? []).some(({ owner, atMs }) => owner !== line.owner && atMs >= since);
}

/**
 * Notes a failure, from the beginning of its batch on. So the other owners' changes that this batch announced count as announced since then;
 * they are not announced again when the batch is delivered again.
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

/** Notes that a change of this owner in this table was announced just now. */
export function noteAnnounced(deps: HoldUpDeps, line: Line): void {
  const { announcedLately, clock } = deps;
  announcedLately.set(line.table, [{ owner: line.owner, atMs: clock.now() }, ...othersIn(deps, line).slice(0, 1)]);
}

const othersIn = ({ announcedLately }: HoldUpDeps, line: Line): readonly Announced[] =>
  (announcedLately.get(line.table) ?? []).filter(({ owner }) => owner !== line.owner);
