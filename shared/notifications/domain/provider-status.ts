import { LIFECYCLE } from "./lifecycle.ts";
import { type Change, casesOf, changeOf, isAllowed, type Moment } from "./lifecycle-change.ts";
import type { Status } from "./notification.ts";
import type { ProviderTimes } from "./provider-times.ts";

export const PROVIDER_EVENTS = ["accepted", "sent", "delivered", "read", "failed"] as const;
export type ProviderEvent = (typeof PROVIDER_EVENTS)[number];

/** One event of the provider. */
export interface ReportedEvent {
  readonly event: ProviderEvent;
  readonly atMs: number;
  /** For `failed`: why. */
  readonly cause?: string | undefined;
  /** The platform's id of the message, when the event tells one. */
  readonly providerMessageId?: string | undefined;
}

/** The attributes of a notification that an event is applied to. */
export interface TrackedDelivery extends ProviderTimes {
  readonly status: Status;
  readonly providerMessageId?: string | undefined;
  /** Of events applied before: two at the same moment must not both build on the same record. */
  readonly eventCount?: number | undefined;
}

const earliest = (known: number | undefined, atMs: number): number => Math.min(known ?? atMs, atMs);

/** Of two failures the earlier one stays; of two at the same moment the one that sorts first, so that order never matters. */
function withFailure(times: ProviderTimes, atMs: number, cause: string): ProviderTimes {
  const isOlder = times.failedAtMs === undefined || atMs < times.failedAtMs;
  const isSameMoment = atMs === times.failedAtMs && cause < (times.failure ?? "");
  return isOlder || isSameMoment ? { failedAtMs: atMs, failure: cause } : {};
}

function withTime(
  times: ProviderTimes,
  { event, atMs, cause = "the provider reported a failure" }: ReportedEvent,
): ProviderTimes {
  switch (event) {
    case "accepted":
      return {};
    case "sent":
      return { sentAtMs: earliest(times.sentAtMs, atMs) };
    case "delivered":
      return { deliveredAtMs: earliest(times.deliveredAtMs, atMs) };
    case "read":
      return { readAtMs: earliest(times.readAtMs, atMs) };
    case "failed":
      return withFailure(times, atMs, cause);
  }
}

const REPORTED = [
  "sentAtMs",
  "deliveredAtMs",
  "readAtMs",
  "failedAtMs",
  "failure",
] as const satisfies readonly (keyof ProviderTimes)[];

/**
 * The change that the event makes to the notification as seen, on the condition that it still is so; undefined when the event reports
 * nothing new. Any order, repetition or batching of the same events ends in the same record.
 */
export function providerEventChange(seen: TrackedDelivery, event: ReportedEvent, moment: Moment): Change | undefined {
  const name = `provider_${event.event}` as const;
  const isMoved = isAllowed(casesOf(LIFECYCLE[name].from, {}), seen);
  const times = withTime(seen, event);
  const next = { ...seen, ...times };
  const { providerMessageId = seen.providerMessageId } = event;
  const isNew =
    providerMessageId !== seen.providerMessageId || REPORTED.some((attribute) => next[attribute] !== seen[attribute]);
  if (!isMoved && !isNew) return undefined;
  const eventCount = (seen.eventCount ?? 0) + 1;
  const facts = { ...times, providerMessageId, cause: next.failure, eventCount };
  const change = changeOf({ event: isMoved ? name : "provider_noted", ...facts }, moment);
  return { ...change, cases: casesOf({ [seen.status]: ["isAsSeen"] }, { seenEventCount: seen.eventCount }) };
}
