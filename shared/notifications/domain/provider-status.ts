import type { Status } from "./notification.ts";
import type { ProviderMarks } from "./provider-marks.ts";

export const PROVIDER_EVENTS = ["accepted", "sent", "delivered", "read", "failed"] as const;
export type ProviderEvent = (typeof PROVIDER_EVENTS)[number];

export interface TrackedDelivery extends ProviderMarks {
  readonly status: Status;
}

export interface TimedEvent {
  readonly event: ProviderEvent;
  readonly atMs: number;
  /** For `failed`: why. */
  readonly cause?: string | undefined;
}

/**
 * D26. `pending` and `processing` are there because an event may come before our own write. Absent on purpose: nothing moves back,
 * a failure does not undo a delivery (see `afterProviderEvent`), and `sent` does not undo a failure.
 * What was delivered or read did not fail, in whichever order the two are told.
 */
export const AFTER_EVENT: Readonly<Record<Status, Readonly<Partial<Record<ProviderEvent, Status>>>>> = {
  pending: { accepted: "submitted", sent: "sent", delivered: "sent", read: "sent", failed: "failed" },
  processing: { accepted: "submitted", sent: "sent", delivered: "sent", read: "sent", failed: "failed" },
  submitted: { sent: "sent", delivered: "sent", read: "sent", failed: "failed" },
  sent: { failed: "failed" },
  failed: { delivered: "sent", read: "sent" },
};

const earliest = (known: number | undefined, atMs: number): number => Math.min(known ?? atMs, atMs);

/** Of two failures the earlier one stays; of two at the same moment the one that sorts first, so that order never matters. */
function withFailure(marks: ProviderMarks, atMs: number, cause: string): ProviderMarks {
  const isOlder = marks.failedAtMs === undefined || atMs < marks.failedAtMs;
  const isSameMoment = atMs === marks.failedAtMs && cause < (marks.failure ?? "");
  return isOlder || isSameMoment ? { failedAtMs: atMs, failure: cause } : {};
}

function withMark(
  marks: ProviderMarks,
  { event, atMs, cause = "the provider reported a failure" }: TimedEvent,
): ProviderMarks {
  switch (event) {
    case "accepted":
      return {};
    case "sent":
      return { sentAtMs: earliest(marks.sentAtMs, atMs) };
    case "delivered":
      return { deliveredAtMs: earliest(marks.deliveredAtMs, atMs) };
    case "read":
      return { readAtMs: earliest(marks.readAtMs, atMs) };
    case "failed":
      return withFailure(marks, atMs, cause);
  }
}

/** The record after one event. Any order, repetition or batching of the same events ends in the same record. */
export function afterProviderEvent<Tracked extends TrackedDelivery>(tracked: Tracked, event: TimedEvent): Tracked {
  const wasDelivered = tracked.deliveredAtMs !== undefined || tracked.readAtMs !== undefined;
  const next = wasDelivered && event.event === "failed" ? undefined : AFTER_EVENT[tracked.status][event.event];
  return { ...tracked, ...withMark(tracked, event), status: next ?? tracked.status };
}

/** The worker's own note that the provider took the message: it must not undo an event that was faster. */
export const afterOwnSubmission = (status: Status): Status => AFTER_EVENT[status].accepted ?? status;

/** What `last_error` says: nothing once the message is sent (R-notification). */
export const lastErrorOf = ({ status, failure }: TrackedDelivery): string | undefined =>
  status === "failed" ? failure : undefined;
