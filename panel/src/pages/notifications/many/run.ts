import type { LongRun } from "../../../long-work/long-runs.ts";

export const KINDS = ["resend", "cancel"] as const;
export type RunKind = (typeof KINDS)[number];

/** A notification of a run. */
export interface RunItem {
  readonly id: string;
  readonly key: string;
}

export interface Refused {
  readonly id: string;
  readonly reason: string;
}

/** Sends many notifications again, or cancels them, one after the other. */
export interface Run extends LongRun<RunItem> {
  readonly kind: RunKind;
  /** When the run began (RFC 3339, UTC). */
  readonly beganAt: string;
  readonly refused: readonly Refused[];
}

/** The service forgets an idempotency key after 24 hours; a run that is older must not continue. */
const SAFE_MS = 23 * 3_600_000;

export const isTooOld = ({ beganAt }: Run, now: number): boolean => now - Date.parse(beganAt) > SAFE_MS;
