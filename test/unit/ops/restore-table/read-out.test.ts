import { describe, expect, it } from "vitest";
import type { StreamMapping } from "../../../../ops/restore-table/port.ts";
import { isReadOut } from "../../../../ops/restore-table/read-out.ts";

const stream = (label: string) => `arn:aws:dynamodb:eu-central-1:123456789012:table/t/stream/${label}`;
const DELETED_AT = new Date("2026-11-22T21:10:00Z");
const HOUR_MS = 3_600_000;
const mapping = (more: Partial<StreamMapping> = {}): StreamMapping => ({
  ...{ id: "m", stream: stream("2025-01-01T00:00:00.000"), reader: "r", state: "Enabled", settings: {} },
  ...more,
});
const table = (label: string) => ({ arn: "t", status: "ACTIVE", isProtected: true, stream: stream(label) });
/** Returns what a look finds this many hours after the deletion. */
const hoursLater = (hours: number) => ({ atMs: DELETED_AT.getTime() + hours * HOUR_MS, table: undefined });

describe("isReadOut()", () => {
  it("does not take the age of a stream for the time since its end", () => {
    expect(isReadOut(mapping(), { ...hoursLater(23), deletedAt: DELETED_AT })).toBe(false);
    expect(isReadOut(mapping(), hoursLater(23))).toBe(false);
  });

  it("holds when a reader that is enabled found nothing new", () => {
    expect(isReadOut(mapping({ isDrained: true }), hoursLater(1))).toBe(true);
    // The last result of a stopped reader shows nothing about the time since.
    expect(isReadOut(mapping({ isDrained: true, state: "Disabled" }), hoursLater(1))).toBe(false);
  });

  it("holds a day after the deletion, or after the new stream began", () => {
    expect(isReadOut(mapping(), { ...hoursLater(25), deletedAt: DELETED_AT })).toBe(true);
    expect(isReadOut(mapping(), { ...hoursLater(25), table: table("2026-11-22T22:00:00.000") })).toBe(true);
    expect(isReadOut(mapping(), { ...hoursLater(24), table: table("2026-11-22T22:00:00.000") })).toBe(false);
  });

  it("does not hold for a stream that began after that deletion", () => {
    const later = mapping({ stream: stream("2026-11-23T00:00:00.000") });
    expect(isReadOut(later, { ...hoursLater(25), deletedAt: DELETED_AT })).toBe(false);
  });
});
