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
 * what is to leave soon and was too far ahead for the queue; what was put back on the queue and merely waits there.
 */
export const DUE_LISTS = ["leased", "fresh", "scheduled", "waiting"] as const;
export type DueList = (typeof DUE_LISTS)[number];

export interface SweepDecision {
  /**
   * `enqueue`: nobody has it, it goes back on the queue. `give-up`: its last worker died, and there is no attempt left. `leave`: it
   * is in good hands.
   */
  readonly finding: "enqueue" | "give-up" | "leave";
  readonly lookAgainAt: number;
  readonly list: DueList;
  /** Of `enqueue`: so long the queue keeps it from the workers, in whole seconds; absent: not at all. */
  readonly delaySeconds?: number;
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
  if (status === "pending" && nextAt > nowMs) return beforeItsTime(nextAt, nowMs, leaseMs);
  return { finding: attempts >= maxAttempts ? "give-up" : "enqueue", ...later };
}

/** A notification that waits for a time of its own comes onto the queue as soon as that takes it. A second message finds nothing to claim. */
function beforeItsTime(nextAt: number, nowMs: number, leaseMs: number): SweepDecision {
  const { lookAt: lookAgainAt, list, delaySeconds } = departureOf(nextAt, nowMs, leaseMs);
  if (delaySeconds === undefined) return { finding: "leave", lookAgainAt, list };
  return { finding: "enqueue", lookAgainAt, list, delaySeconds };
}

/** Amazon SQS, "SendMessage": 15 minutes at the most. A minute less is enough for a queue whose clock is another one. */
export const LONGEST_QUEUE_DELAY_MS = 840_000;
/**
 * So long before its time the sweep puts what was too far ahead onto the queue. Ten runs take 64,000 that leave in the same second
 * (`LIMIT_PER_SHARD` in sweep-notifications.ts).
 */
const LEAD_MS = 600_000;

/** When one leaves, and how it comes onto the queue. Times in epoch milliseconds. */
export interface Departure {
  readonly nextAt: number;
  /** When the sweep looks first. */
  readonly lookAt: number;
  readonly list: DueList;
  /** Whole seconds; undefined: it is too far ahead for the queue, and the sweep brings it there. */
  readonly delaySeconds?: number;
}

/** Of a notification that is to leave at this time; undefined, or past, means now. */
export function departureOf(leavesAtMs: number | undefined, nowMs: number, leaseMs: number): Departure {
  const nextAt = Math.max(nowMs, leavesAtMs ?? nowMs);
  const delaySeconds = queueDelaySeconds(nextAt, nowMs);
  if (delaySeconds === undefined) return { nextAt, lookAt: nextAt - LEAD_MS, list: "scheduled" };
  return { nextAt, lookAt: firstLookAt(nextAt, leaseMs), list: "fresh", delaySeconds };
}

/**
 * The nearest whole second: a message that comes half a second early waits in its worker, and none comes later than half a second after
 * its time. Undefined when that is too far ahead for the queue.
 */
export function queueDelaySeconds(leavesAtMs: number, nowMs: number): number | undefined {
  const waitMs = Math.max(0, leavesAtMs - nowMs);
  return waitMs > LONGEST_QUEUE_DELAY_MS ? undefined : Math.round(waitMs / 1000);
}

/** When the sweep looks at what was accepted, or moved back, if no worker has taken it by then. */
export const firstLookAt = (nowMs: number, leaseMs: number): number => nowMs + leaseMs;

/** When the sweep looks next at a notification, as far as one of its queue messages knows. */
export interface Postponement {
  readonly accountId: string;
  /** Undefined: the message does not know. */
  readonly dueAt: number | undefined;
}

/** When the sweep is to look at what a message is postponed for; undefined while the time that the message knows of is late enough. */
export function lookAfterPostponement({ dueAt }: Postponement, nowMs: number, leaseMs: number): number | undefined {
  const isLateEnough = dueAt !== undefined && dueAt >= nowMs + leaseMs / 2;
  return isLateEnough ? undefined : nowMs + leaseMs;
}

/** Whether the sweep looks when the lease ends that a claim begins now, without being told of the claim. */
export const isLookedAtInTime = (dueAt: number | undefined, nowMs: number, leaseMs: number): boolean =>
  dueAt !== undefined && dueAt > nowMs && dueAt <= nowMs + leaseMs;
