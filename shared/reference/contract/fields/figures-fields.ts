import type { FieldTable } from "./field-note.ts";

const NOON = "2026-11-22T12:00:00.000Z";
const PERIOD = "How far the figures reach back.";

/** Of the panel's first page. */
export const FIGURES_FIELDS: FieldTable = {
  period: [PERIOD, "7d"],
  "Statistics.to": ["Where they end.", NOON],
  "getStatistics.period": [PERIOD, "7d"],
  "getEverybodysStatistics.period": [PERIOD, "7d"],
  totals: ["The figures of the whole period."],
  delivered: ["How many were delivered.", 11],
  canceled: ["How many were canceled.", 0],
  delivered_rate: ["The share that was delivered.", 0.986],
  half_within_ms: ["The time within which half were delivered.", 900],
  most_within_ms: ["The time within which 95 of 100 were delivered.", 3800],
  within_promise_rate: ["The share that was delivered within 10 seconds.", 0.979],
  "FailureReason.count": ["How many failed for it.", 74],
  "FailureReason.template": ["The template that most of them were made of."],
  "FailureReason.account": ["The account that most of them were sent through."],
  first_at: ["The first of them.", NOON],
  last_at: ["The latest of them.", NOON],
  "StatisticsShare.count": ["How many of them.", 61],
  "Concern.kind": ["The kind of concern.", "customers_waiting"],
  "Concern.record": ["The record that it leads to."],
  "Concern.title": ["What is so.", "4 customers wait for an answer"],
  "Concern.count": ["How many it is about.", 4],
  "ConcernRecord.kind": ["The kind of record.", "conversation"],
};
