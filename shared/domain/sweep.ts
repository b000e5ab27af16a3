import { isFinal, type Status } from "./notification.ts";

/** What the sweep knows of one notification whose time for a look has come. Times in epoch milliseconds. */
export interface DueState {
  readonly status: Status;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly nextAt?: number | undefined;
  readonly leaseUntil?: number | undefined;
}

export type SweepDecision =
  /** Nobody has it: put it back on the queue. */
  | { readonly finding: "enqueue"; readonly lookAgainAt: number }
  /** Its last worker died, and there is no attempt left. */
  | { readonly finding: "give-up"; readonly lookAgainAt: number }
  /** It is in good hands. */
  | { readonly finding: "leave"; readonly lookAgainAt: number };

/** After it was put back, the queue gets this many leases before the sweep looks again; a long backlog is not a loss. */
const PATIENCE_IN_LEASES = 3;

export function decideSweep(state: DueState, nowMs: number, leaseMs: number): SweepDecision {
  const { status, attempts, maxAttempts, nextAt = 0, leaseUntil = 0 } = state;
  const later = nowMs + PATIENCE_IN_LEASES * leaseMs;
  if (isFinal(status) || status === "submitted") return { finding: "leave", lookAgainAt: later };
  if (status === "processing" && leaseUntil >= nowMs) return { finding: "leave", lookAgainAt: leaseUntil + 1 };
  if (status === "pending" && nextAt > nowMs) return { finding: "leave", lookAgainAt: nextAt + leaseMs };
  return { finding: attempts >= maxAttempts ? "give-up" : "enqueue", lookAgainAt: later };
}
