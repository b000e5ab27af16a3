import type { FieldTable } from "./field-note.ts";

const NOON = "2026-11-22T12:00:00.000Z";

/** The notes on the fields that the panel's first page shows. */
export const FIGURES_FIELDS: FieldTable = {
  period: ["How far the figures reach back.", "7d"],
  "Statistics.to": ["The end of the present hour or day.", NOON],
  "Statistics.from": ["The beginning of the period of these figures.", NOON],
  "Statistics.is_complete": ["Whether all figures of the period were read; if not, the oldest are left out.", true],
  previous: [
    "The figures of the equally long period before; absent for 90 days, because earlier figures are not kept.",
  ],
  series: ["The figures by hour for 24 hours and 7 days, and by day (UTC) for longer periods, oldest first."],
  failures: ["The failures by reason, most frequent first."],
  concerns: ["The concerns, most urgent first."],
  totals: ["The figures of the whole period."],
  delivered: [
    "How many were delivered: the mail server took the mail, or the customer's telephone has the message.",
    11,
  ],
  canceled: ["How many notifications were canceled.", 0],
  delivered_rate: [
    "The share that was delivered, of all that were delivered or failed; absent when there are none.",
    0.986,
  ],
  half_within_ms: [
    "Half of the notifications were delivered within this many milliseconds of the time at which they were due to be sent.",
    900,
  ],
  most_within_ms: ["95 of 100 notifications were delivered within this many milliseconds.", 3800],
  within_promise_rate: ["The share of notifications that were delivered within 10 seconds.", 0.979],
  "FailureReason.count": ["How many notifications failed for this reason.", 74],
  "FailureReason.template": ["The template of which most of these notifications were made."],
  "FailureReason.account": ["The account through which most of these notifications were sent."],
  "FailureReason.summary": ["The reason in a sentence.", "The mail server took the mail."],
  first_at: ["When the first notification failed for this reason.", NOON],
  last_at: ["When the latest notification failed for this reason.", NOON],
  "StatisticsShare.count": ["How many of the notifications are of this template or account.", 61],
  "Concern.kind": ["The kind of concern.", "customers_waiting"],
  "Concern.record": ["The record that the concern is about."],
  "Concern.title": ["The concern in a sentence.", "4 customers wait for an answer"],
  "Concern.count": [
    "The number of notifications, customers, mails, bounces or complaints that the concern is about.",
    4,
  ],
  "Concern.last_used_at": ["When the API key that the concern is about was last used.", NOON],
  "Concern.since": ["Since when the concern exists.", "2026-11-22T00:00:00Z"],
  "Concern.until": [
    "When something ends: the attempts, the service window of the customer who waits longest, or the API key.",
    "2026-11-23T00:00:00Z",
  ],
  "ConcernRecord.kind": ["The kind of record.", "conversation"],
};
