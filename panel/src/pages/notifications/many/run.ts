import { ApiError, errorText, isOutage } from "../../../api/api-error.ts";
import { NotWantedError } from "../../../long-work/patiently.ts";

export const KINDS = ["resend", "cancel"] as const;
export type RunKind = (typeof KINDS)[number];

/** A notification of a run. The idempotency key is made with the run, so a repeat of the request does nothing twice. */
export interface RunItem {
  readonly id: string;
  readonly key: string;
}

export interface Refused {
  readonly id: string;
  readonly reason: string;
}

export const STATES = ["running", "paused", "stopped", "done"] as const;

/** Sends many notifications again, or cancels them, one after the other. */
export interface Run {
  readonly kind: RunKind;
  /** RFC 3339 in UTC. */
  readonly beganAt: string;
  readonly items: readonly RunItem[];
  /** The number of items that have an outcome; they are the first ones. */
  readonly done: number;
  readonly refused: readonly Refused[];
  readonly state: (typeof STATES)[number];
  /** Says why the run paused by itself, or what it waits for. */
  readonly problem?: string | undefined;
}

/** The service forgets an idempotency key after 24 hours; a run that is older must not go on. */
const SAFE_MS = 23 * 3_600_000;

export const isTooOld = ({ beganAt }: Run, now: number): boolean => now - Date.parse(beganAt) > SAFE_MS;

/** Says whether items are left and somebody may still want them. */
export const isUnfinished = ({ state }: Run): boolean => state === "running" || state === "paused";

/**
 * With these statuses all requests of a run would fail alike: an ended session, the rate limit, and a service that cannot be reached behind its
 * gateway. A service that answers 500 has the request, so the next one goes on.
 */
const CONCERNS_ALL: ReadonlySet<number> = new Set([401, 429, 502, 503, 504]);

/** What became of one request: it worked, the service refused it, or nobody knows yet. */
type Outcome = { readonly kind: "done" | "left" } | { readonly kind: "refused" | "unknown"; readonly reason: string };

export async function outcomeOf(send: () => Promise<unknown>): Promise<Outcome> {
  try {
    await send();
    return { kind: "done" };
  } catch (error) {
    if (error instanceof NotWantedError) return { kind: "left" };
    const reason = errorText(error).message;
    const isUnknown = error instanceof ApiError ? CONCERNS_ALL.has(error.status) : isOutage(error);
    return { kind: isUnknown ? "unknown" : "refused", reason };
  }
}

/** Returns the run after the outcome of its next item. */
export function afterOutcome(run: Run, outcome: Outcome): Run {
  const item = run.items[run.done];
  if (item === undefined || outcome.kind === "left") return run;
  if (outcome.kind === "unknown")
    return { ...run, problem: outcome.reason, state: run.state === "running" ? "paused" : run.state };
  const done = run.done + 1;
  const refused = outcome.kind === "refused" ? [...run.refused, { id: item.id, reason: outcome.reason }] : run.refused;
  const isAtEnd = done === run.items.length && isUnfinished(run);
  return { ...run, done, refused, problem: undefined, ...(isAtEnd && { state: "done" }) };
}
