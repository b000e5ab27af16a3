import type { FieldTable } from "./field-note.ts";

/** The notes describe test mode: its clock, its mails, and its customers. */
export const SANDBOX_FIELDS: FieldTable = {
  "TestClock.now": ["The owner's present test time.", "2026-11-23T12:00:00.000Z"],
  advanced_seconds: ["By how many seconds test time is ahead of real time.", 86_400],
  advance_seconds: ["By how many seconds test time moves ahead: 1 to 31,536,000.", 86_400],
};
