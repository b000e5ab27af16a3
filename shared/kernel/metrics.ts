import type { FunctionCounter } from "./failure-metrics.ts";

const COUNTERS = [
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
  "activity_not_kept",
  "returned_mail_received",
  "returned_mail_dropped",
] as const;
export type Counter = (typeof COUNTERS)[number];

/** The outcomes of asking a provider (`shared/notifications/domain/provider-answer.ts`). */
export const PROVIDER_ANSWERS = ["taken", "refused", "deferred", "unreachable"] as const;
export type ProviderAnswer = (typeof PROVIDER_ANSWERS)[number];
/** The dashboard and the functions share these names of metrics that are counted per function and channel. */
export const CHANNEL_DIMENSION = "channel";
export const PROVIDER_TIME = "provider_time";
export const TIME_TO_DELIVER = "time_to_deliver";
export const answerMetric = (answer: ProviderAnswer): string => `provider_${answer}`;

/** One attempt in which the provider was asked. */
export interface ProviderCall {
  readonly channel: string;
  readonly answer: ProviderAnswer;
  readonly milliseconds: number;
}

export interface Metrics {
  count(counter: Counter, amount?: number): void;
  /** Counts for the alarm of one function, by its name in Lambda. The count is written at once. */
  countByFunction(counter: FunctionCounter, functionName: string): void;
  /** Records the milliseconds from accepting a notification to the provider's acceptance. */
  deliveredAfter(milliseconds: number, channel: string): void;
  providerAnswered(call: ProviderCall): void;
  /** Writes out what was counted; it is called at the end of every invocation. */
  flush(): void;
}
