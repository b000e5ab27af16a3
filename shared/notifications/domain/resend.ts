/** A notification that sends another one again. */
export interface Resend {
  readonly id: string;
  /** The resend was accepted at this RFC 3339 time. */
  readonly at: string;
}

/** A record keeps the ids of this many resends; of more, the newest are kept (D53). */
export const MAX_RESENDS = 20;

/** Ids sort by time (D7). */
export const newestFirst = (ids: Iterable<string>): string[] => [...ids].sort().reverse();
