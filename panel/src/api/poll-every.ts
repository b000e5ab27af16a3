import { isOutage, isRefusal } from "./api-error.ts";

/** Of a query that is asked once: the first wait after an outage began. */
const FIRST_WAIT_MS = 3000;
const LONGEST_WAIT_MS = 30_000;

/** The state of a query that decides when to ask again. */
interface Asked<T> {
  readonly state: {
    readonly data: T | undefined;
    readonly error: Error | null;
    /** Epoch milliseconds; 0 for never. */
    readonly dataUpdatedAt: number;
    readonly errorUpdatedAt: number;
    readonly errorUpdateCount: number;
  };
}

/** The longer an outage has lasted, the longer the wait: half as long, and 30 s at most. */
function waitMs<T>({ state }: Asked<T>, firstMs: number): number {
  const { dataUpdatedAt, errorUpdatedAt, errorUpdateCount } = state;
  const wanted = dataUpdatedAt > 0 ? (errorUpdatedAt - dataUpdatedAt) / 2 : firstMs * 2 ** (errorUpdateCount - 1);
  return Math.max(firstMs, Math.min(LONGEST_WAIT_MS, wanted));
}

/**
 * A query's `refetchInterval`. What the service refuses it refuses again: asking on would only load it. `isOver` ends it by what is there.
 * While it cannot answer, the waits grow.
 */
export const pollEvery =
  <T>(intervalMs: number, isOver: (data: T) => boolean = () => false) =>
  (query: Asked<T>): number | false => {
    const { data, error } = query.state;
    if (isRefusal(error) || (data !== undefined && isOver(data))) return false;
    return isOutage(error) ? waitMs(query, intervalMs) : intervalMs;
  };

/** The same for what is asked once: again only while the service cannot answer. */
export const untilAnswered = <T>(query: Asked<T>): number | false =>
  isOutage(query.state.error) ? waitMs(query, FIRST_WAIT_MS) : false;
