import { isRefusal } from "./api-error.ts";

/** The state of a query that decides when to ask again. */
interface Asked<T> {
  readonly state: { readonly data: T | undefined; readonly error: Error | null };
}

/** A query's `refetchInterval`. What the service refuses it refuses again: asking on would only load it. `isOver` ends it by what is there. */
export const pollEvery =
  <T>(intervalMs: number, isOver: (data: T) => boolean = () => false) =>
  ({ state: { data, error } }: Asked<T>): number | false =>
    isRefusal(error) || (data !== undefined && isOver(data)) ? false : intervalMs;
