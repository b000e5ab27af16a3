import { LIFECYCLE } from "./lifecycle.ts";
import { type Change, casesOf, changeOf, isAllowed, type Moment } from "./lifecycle-change.ts";
import type { Status } from "./notification.ts";
import type { ProviderTimes } from "./provider-times.ts";

export const PROVIDER_EVENTS = ["accepted", "sent", "delivered", "read", "failed"] as const;
export type ProviderEvent = (typeof PROVIDER_EVENTS)[number];

export interface ReportedEvent {
  readonly event: ProviderEvent;
  readonly atMs: number;
  /** The reason, when the event is `failed`. */
  readonly cause?: string | undefined;
  /** The platform's id of the message, if the event has one. */
  readonly providerMessageId?: string | undefined;
}

/** The attributes of a notification that decide what a provider's event changes. */
export interface TrackedDelivery extends ProviderTimes {
  readonly status: Status;
  readonly providerMessageId?: string | undefined;
  /** `eventCount` counts the events applied before. Two events at the same moment must not both change the same state. */
  readonly eventCount?: number | undefined;
}

const earliest = (known: number | undefined, atMs: number): number => Math.min(known ?? atMs, atMs);

/** The earlier of two failures stays. At the same moment, the text that sorts first stays, so the order of arrival never matters. */
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
 * Returns the change that the event makes while the notification is still as seen; undefined when the event reports
 * nothing new. The same events in any order, repetition or batching end in the same record.
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
