import type { Clock } from "../kernel/clock.ts";
import type { ExpiringCache } from "../kernel/expiring-cache.ts";
import type { Owner } from "../kernel/owner.ts";

export interface HoldUpDeps {
  /** By table and owner, in epoch milliseconds: since when every batch of the owner's there has met a failure. Forgets who has not failed lately. */
  readonly failingSince: Pick<ExpiringCache<number>, "get" | "set" | "delete">;
  /** By table: the two owners whose changes were the last to be announced, unless they have failed since. */
  readonly announcedLately: Pick<Map<string, readonly Announced[]>, "get" | "set">;
  readonly clock: Clock;
}

interface Announced {
  readonly owner: Owner;
  readonly atMs: number;
}

/** One owner's changes of one table. */
export interface Line {
  readonly table: string;
  readonly owner: Owner;
}

/** A change that comes again holds up all that stand behind it in the stream, other owners' changes among them. */
const LONGEST_HOLD_UP_MS = 120_000;

const nameOf = ({ table, owner }: Line): string => `${table} ${owner}`;

/**
 * Whether one owner's failures have held up the others for long enough. That another owner's change of the table went all the way since
 * they began shows that the failures are the owner's own. Without it, they may be an outage: then everybody's changes wait, and come again.
 */
export function isHoldingUp({ failingSince, announcedLately, clock }: HoldUpDeps, line: Line): boolean {
  const since = failingSince.get(nameOf(line));
  if (since === undefined || clock.now() - since < LONGEST_HOLD_UP_MS) return false;
  return (announcedLately.get(line.table) ?? []).some(({ owner, atMs }) => owner !== line.owner && atMs >= since);
}

/**
 * A batch that comes again may bring nothing that others have yet to announce. So what was announced beside the first failure counts, from
 * the time at which its batch began, as long as that owner's next change does not fail too.
 */
export function noteFailure(deps: HoldUpDeps, line: Line, batchBeganMs: number): void {
  const { failingSince, announcedLately } = deps;
  // Kept on: what comes again may be taken up by another process, and succeed there.
  failingSince.set(nameOf(line), failingSince.get(nameOf(line)) ?? batchBeganMs);
  announcedLately.set(line.table, othersIn(deps, line));
}

export function noteSuccess(deps: HoldUpDeps, line: Line): void {
  deps.failingSince.delete(nameOf(line));
}

/** Something of the line went all the way: it was derived, appended, and the owner's webhooks were woken. */
export function noteAnnounced(deps: HoldUpDeps, line: Line): void {
  const { announcedLately, clock } = deps;
  announcedLately.set(line.table, [{ owner: line.owner, atMs: clock.now() }, ...othersIn(deps, line).slice(0, 1)]);
}

const othersIn = ({ announcedLately }: HoldUpDeps, line: Line): readonly Announced[] =>
  (announcedLately.get(line.table) ?? []).filter(({ owner }) => owner !== line.owner);
