import { isFinal, type Status } from "./notification.ts";

/** The sweep judges a due notification by these attributes. Times are epoch milliseconds. */
export interface DueState {
  readonly status: Status;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly nextAt?: number | undefined;
  readonly leaseUntil?: number | undefined;
  /** A person may decide until then. */
  readonly approvalUntil?: number | undefined;
}

/** The sweep reads these lists in order: claimed; accepted, tried or postponed; too early for the queue; put back on the queue by a sweep. */
export const DUE_LISTS = ["leased", "fresh", "scheduled", "waiting"] as const;
export type DueList = (typeof DUE_LISTS)[number];

export interface SweepDecision {
  /**
   * `enqueue` puts the notification on the queue; `give-up` ends it after its last worker died; `expire` ends it because nobody has approved
   * it in time; `leave` changes only the next look.
   */
  readonly finding: "enqueue" | "give-up" | "expire" | "leave";
  readonly lookAgainAt: number;
  readonly list: DueList;
  /** With `enqueue`, the queue holds the message back for this many full seconds; absent means not at all. */
  readonly delaySeconds?: number;
}

/** After the sweep has put a notification on the queue, it waits for at least this many leases before it looks again. */
const PATIENCE_IN_LEASES = 3;
/** Notifications in a long queue are not lost. So the sweep's wait grows with the time that they have waited, up to this many leases. */
const LONGEST_PATIENCE_IN_LEASES = 10;

export function decideSweep(state: DueState, nowMs: number, leaseMs: number): SweepDecision {
  if (state.approvalUntil !== undefined) return ofUndecided(state.approvalUntil, nowMs, leaseMs);
  const { status, attempts, maxAttempts, nextAt = 0, leaseUntil = 0 } = state;
  const waitedMs = nowMs - (status === "processing" ? leaseUntil : nextAt);
  const patienceMs = Math.max(PATIENCE_IN_LEASES * leaseMs, Math.min(waitedMs, LONGEST_PATIENCE_IN_LEASES * leaseMs));
  const later = { lookAgainAt: nowMs + patienceMs, list: "waiting" } as const;
  if (isFinal(status) || status === "submitted") return { finding: "leave", ...later };
  if (status === "processing" && leaseUntil >= nowMs)
    return { finding: "leave", lookAgainAt: leaseUntil + 1, list: "leased" };
  if (status === "pending" && nextAt > nowMs) return beforeItsTime(nextAt, nowMs, leaseMs);
  return { finding: attempts >= maxAttempts ? "give-up" : "enqueue", ...later };
}

function ofUndecided(approvalUntil: number, nowMs: number, leaseMs: number): SweepDecision {
  if (approvalUntil > nowMs) return { finding: "leave", lookAgainAt: approvalUntil, list: "scheduled" };
  return { finding: "expire", lookAgainAt: nowMs + PATIENCE_IN_LEASES * leaseMs, list: "waiting" };
}

/** A notification with a time ahead goes onto the queue as soon as the queue accepts its delay. A second message finds nothing to claim. */
function beforeItsTime(nextAt: number, nowMs: number, leaseMs: number): SweepDecision {
  const { lookAt: lookAgainAt, list, delaySeconds } = departureOf(nextAt, nowMs, leaseMs);
  if (delaySeconds === undefined) return { finding: "leave", lookAgainAt, list };
  return { finding: "enqueue", lookAgainAt, list, delaySeconds };
}

/** Amazon SQS delays a message by at most 15 minutes. One minute less makes up for a queue whose clock differs. */
export const LONGEST_QUEUE_DELAY_MS = 840_000;
/** The sweep enqueues a scheduled notification this long before its time: nine minutes are enough to enqueue a million for one second. */
const LEAD_MS = 600_000;

/** The plan of when a notification leaves, and of how it is enqueued. Times are epoch milliseconds. */
export interface Departure {
  readonly nextAt: number;
  /** The time of the sweep's first look. */
  readonly lookAt: number;
  readonly list: DueList;
  /** `delaySeconds` is in full seconds; undefined when the time is too far ahead for the queue, so that the sweep enqueues it later. */
  readonly delaySeconds?: number;
}

/** Plans a departure at this time; a time that is undefined or past means now. */
export function departureOf(leavesAtMs: number | undefined, nowMs: number, leaseMs: number): Departure {
  const nextAt = Math.max(nowMs, leavesAtMs ?? nowMs);
  const delaySeconds = queueDelaySeconds(nextAt, nowMs);
  if (delaySeconds === undefined) return { nextAt, lookAt: nextAt - LEAD_MS, list: "scheduled" };
  return { nextAt, lookAt: firstLookAt(nextAt, leaseMs), list: "fresh", delaySeconds };
}

/** Rounds to full seconds, because a worker can wait out half a second; undefined when the time is too far ahead for the queue. */
export function queueDelaySeconds(leavesAtMs: number, nowMs: number): number | undefined {
  const waitMs = Math.max(0, leavesAtMs - nowMs);
  return waitMs > LONGEST_QUEUE_DELAY_MS ? undefined : Math.round(waitMs / 1000);
}

/** Returns the time of the sweep's first look at a notification that was accepted or made pending again. */
export const firstLookAt = (nowMs: number, leaseMs: number): number => nowMs + leaseMs;

/** The account that the notification waits for, and the time of the sweep's next look that the queue message has. */
export interface Postponement {
  readonly accountId: string;
  /** The time of the sweep's next look; undefined when the message does not say. */
  readonly dueAt: number | undefined;
}

/**
 * Returns the time of the sweep's next look after a postponement; undefined when the look that is already planned is at least half a lease
 * away, so that it need not move.
 */
export function lookAfterPostponement({ dueAt }: Postponement, nowMs: number, leaseMs: number): number | undefined {
  const isLateEnough = dueAt !== undefined && dueAt >= nowMs + leaseMs / 2;
  return isLateEnough ? undefined : nowMs + leaseMs;
}

/** True when the sweep already looks before the end of a lease that begins now, so that a claim need not move the sweep's next look. */
export const isLookedAtInTime = (dueAt: number | undefined, nowMs: number, leaseMs: number): boolean =>
  dueAt !== undefined && dueAt > nowMs && dueAt <= nowMs + leaseMs;
