export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Counters live for 90 days and a week more, because periods include whole days and the table deletes late. */
export const KEPT_MS = 97 * DAY_MS;

/** The beginning and the possible ends of a notification, each of which is counted. */
export const TURNS = ["accepted", "delivered", "failed", "canceled"] as const;
export type Turn = (typeof TURNS)[number];

/** The kinds of counter. Each counts one hour or day in UTC, which begins at `fromMs`. */
export type Counter =
  | { readonly kind: "hour"; readonly fromMs: number }
  | {
      readonly kind: "failure";
      readonly fromMs: number;
      readonly code: string;
      readonly accountId: string;
      readonly templateId?: string | undefined;
    }
  /** It counts the mails of a template that lacked some of their variables on one day. */
  | { readonly kind: "absence"; readonly fromMs: number; readonly templateId: string };

/** It names one number of a counter. An hour has a turn, a bucket of durations or a failure's code; all others have `count`. */
export type CountName = Turn | `duration:${number}` | `code:${string}` | "count";

export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;
