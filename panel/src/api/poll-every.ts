import { isOutage, isRefusal } from "./api-error.ts";

/** How long a query without an interval waits, after an outage began, before it runs again for the first time. */
const FIRST_WAIT_MS = 3000;
const LONGEST_WAIT_MS = 30_000;

/** The part of a query's state that decides when to ask again. */
interface Asked<T> {
  readonly state: {
    readonly data: T | undefined;
    readonly error: Error | null;
    /** The time in epoch milliseconds, or 0 for never. */
    readonly dataUpdatedAt: number;
    readonly errorUpdatedAt: number;
    readonly errorUpdateCount: number;
  };
}

/** The wait grows with the outage: it is half as long as the outage, and at most 30 s. */
function waitMs<T>({ state }: Asked<T>, firstMs: number): number {
  const { dataUpdatedAt, errorUpdatedAt, errorUpdateCount } = state;
  const wanted = dataUpdatedAt > 0 ? (errorUpdatedAt - dataUpdatedAt) / 2 : firstMs * 2 ** (errorUpdateCount - 1);
  return Math.max(firstMs, Math.min(LONGEST_WAIT_MS, wanted));
}

/**
 * Returns a query's `refetchInterval`. It stops after a refusal, because the service would refuse again, and when `isOver` says so. During
 * an outage the intervals grow.
 */
export const pollEvery =
  <T>(intervalMs: number, isOver: (data: T) => boolean = () => false) =>
  (query: Asked<T>): number | false => {
    const { data, error } = query.state;
    if (isRefusal(error) || (data !== undefined && isOver(data))) return false;
    return isOutage(error) ? waitMs(query, intervalMs) : intervalMs;
  };

/** The `refetchInterval` of queries that do not poll: they run again only during an outage. */
export const untilAnswered = <T>(query: Asked<T>): number | false =>
  isOutage(query.state.error) ? waitMs(query, FIRST_WAIT_MS) : false;
