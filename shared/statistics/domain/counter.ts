import type { AccountCountName } from "./account-counts.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Counters live for 90 days and a week more, because periods include whole days and the table deletes late. */
export const KEPT_MS = 97 * DAY_MS;

/** The beginning and the possible ends of a notification, each of which is counted. */
export const TURNS = ["accepted", "delivered", "failed", "canceled"] as const;
export type Turn = (typeof TURNS)[number];

/** A counter counts events of one kind in one hour or day in UTC, which begins at `fromMs`. */
export type Counter =
  | { readonly kind: "hour"; readonly fromMs: number }
  | {
      readonly kind: "failure";
      readonly fromMs: number;
      readonly code: string;
      readonly accountId: string;
      readonly templateId?: string | undefined;
    }
  /** `absence` counts the mails of a template on one day for which the request lacked some variables. */
  | { readonly kind: "absence"; readonly fromMs: number; readonly templateId: string };

/**
 * The name of a number in a counter. The counter of an hour has numbers of outcomes, buckets of durations and codes of failures, and an owner's
 * has numbers of sending accounts; every other counter has only `count`.
 */
export type CountName = Turn | `duration:${number}` | `code:${string}` | AccountCountName | "count";

export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;
