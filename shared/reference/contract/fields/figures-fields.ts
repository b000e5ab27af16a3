import type { FieldTable } from "./field-note.ts";

const NOON = "2026-11-22T12:00:00.000Z";

/** The notes on the fields that the panel's first page shows. */
export const FIGURES_FIELDS: FieldTable = {
  period: ["How far the figures reach back.", "7d"],
  "Statistics.to": ["The end of the present hour or day.", NOON],
  "Statistics.from": ["Where these figures begin.", NOON],
  "Statistics.is_complete": ["False: there were more figures than are read; the oldest are left out.", true],
  previous: ["As long before; not of 90 days, which is all that is kept."],
  series: ["Oldest first: hours of 24 hours and of 7 days, else days in UTC."],
  failures: ["By reason, most frequent first."],
  concerns: ["The most urgent first."],
  totals: ["The figures of the whole period."],
  delivered: ["The provider's server took the mail, or the telephone has the message.", 11],
  canceled: ["How many were canceled.", 0],
  delivered_rate: ["Of those that were delivered or failed; absent when there is none.", 0.986],
  half_within_ms: ["Half were delivered at least as fast, from their time to leave.", 900],
  most_within_ms: ["95 of 100 were delivered at least as fast.", 3800],
  within_promise_rate: ["Delivered within 10 seconds.", 0.979],
  "FailureReason.count": ["How many failed for it.", 74],
  "FailureReason.template": ["The template that most of them were made of."],
  "FailureReason.account": ["The account that most of them were sent through."],
  "FailureReason.summary": ["The reason in a sentence.", "The mail server took the mail."],
  first_at: ["The first of them.", NOON],
  last_at: ["The latest of them.", NOON],
  "StatisticsShare.count": ["How many of them.", 61],
  "Concern.kind": ["The kind of concern.", "customers_waiting"],
  "Concern.record": ["The record that it leads to."],
  "Concern.title": ["What is so.", "4 customers wait for an answer"],
  "Concern.count": ["Of notifications, customers or mails.", 4],
  "Concern.last_used_at": ["Of a key.", NOON],
  "Concern.since": ["Since when it is so.", "2026-11-22T00:00:00Z"],
  "Concern.until": [
    "When something ends: the attempts, the service window of who waits longest, the key.",
    "2026-11-23T00:00:00Z",
  ],
  "ConcernRecord.kind": ["The kind of record.", "conversation"],
};
