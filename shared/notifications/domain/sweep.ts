import { isFinal, type Status } from "./notification.ts";

/** The state by which the sweep judges one notification whose time for a look has come. Times in epoch milliseconds. */
export interface DueState {
  readonly status: Status;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly nextAt?: number | undefined;
  readonly leaseUntil?: number | undefined;
}

/**
 * In the order of the sweep: what a worker had that may be dead; what was not looked at since it was accepted, tried or postponed;
 * what was put back on the queue and merely waits there.
 */
export const DUE_LISTS = ["leased", "fresh", "waiting"] as const;
export type DueList = (typeof DUE_LISTS)[number];

export interface SweepDecision {
  /**
   * `enqueue`: nobody has it, it goes back on the queue. `give-up`: its last worker died, and there is no attempt left. `leave`: it
   * is in good hands.
   */
  readonly finding: "enqueue" | "give-up" | "leave";
  readonly lookAgainAt: number;
  readonly list: DueList;
}

/** After it was put back, the queue gets at least this many leases before the sweep looks again. */
const PATIENCE_IN_LEASES = 3;
/** A queue that is long makes many wait who are not lost: the sweep waits as long again as they have waited, up to this. */
const LONGEST_PATIENCE_IN_LEASES = 10;

export function decideSweep(state: DueState, nowMs: number, leaseMs: number): SweepDecision {
  const { status, attempts, maxAttempts, nextAt = 0, leaseUntil = 0 } = state;
  const waitedMs = nowMs - (status === "processing" ? leaseUntil : nextAt);
  const patienceMs = Math.max(PATIENCE_IN_LEASES * leaseMs, Math.min(waitedMs, LONGEST_PATIENCE_IN_LEASES * leaseMs));
  const later = { lookAgainAt: nowMs + patienceMs, list: "waiting" } as const;
  if (isFinal(status) || status === "submitted") return { finding: "leave", ...later };
  if (status === "processing" && leaseUntil >= nowMs)
    return { finding: "leave", lookAgainAt: leaseUntil + 1, list: "leased" };
  if (status === "pending" && nextAt > nowMs) return { finding: "leave", lookAgainAt: nextAt + leaseMs, list: "fresh" };
  return { finding: attempts >= maxAttempts ? "give-up" : "enqueue", ...later };
}

/** When the sweep looks at what was accepted, or moved back, if no worker has taken it by then. */
export const firstLookAt = (nowMs: number, leaseMs: number): number => nowMs + leaseMs;

/** When the sweep looks next at a notification, as far as one of its queue messages knows. */
export interface Postponement {
  /** Undefined: the message does not know. */
  readonly dueAt: number | undefined;
  readonly delayMs: number;
}

/** When the sweep is to look at what a message is postponed for; undefined while the time that the message knows of is late enough. */
export function lookAfterPostponement(
  { dueAt, delayMs }: Postponement,
  nowMs: number,
  leaseMs: number,
): number | undefined {
  const backAt = nowMs + delayMs;
  const isLateEnough = dueAt !== undefined && dueAt >= backAt + leaseMs / 2;
  return isLateEnough ? undefined : backAt + leaseMs;
}

/** Whether the sweep looks when the lease ends that a claim begins now, without being told of the claim. */
export const isLookedAtInTime = (dueAt: number | undefined, nowMs: number, leaseMs: number): boolean =>
  dueAt !== undefined && dueAt > nowMs && dueAt <= nowMs + leaseMs;
