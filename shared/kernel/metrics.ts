import type { FunctionCounter } from "./failure-metrics.ts";

export const COUNTERS = [
  "accepted",
  "sent",
  "failed",
  "retried",
  "postponed",
  "outage",
  "swept",
  "rate_limited",
  "rate_limiter_unavailable",
  "chat_throttle_unavailable",
  "queue_refused",
  "given_up",
  "direct_call_fallback",
] as const;
export type Counter = (typeof COUNTERS)[number];

export interface Metrics {
  count(counter: Counter, amount?: number): void;
  /** For the alarm of one function, by the name that Lambda gives it; written out at once. */
  countByFunction(counter: FunctionCounter, functionName: string): void;
  /** Milliseconds from acceptance to the provider's acceptance. */
  deliveredAfter(milliseconds: number): void;
  /** Writes out what was counted; at the end of every invocation. */
  flush(): void;
}
