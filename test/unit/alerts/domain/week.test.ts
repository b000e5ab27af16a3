import { describe, expect, it } from "vitest";
import { endOfLastWeek } from "../../../../shared/alerts/domain/week.ts";

describe("endOfLastWeek()", () => {
  it.each([
    ["on Monday at 08:00", "2026-11-30T08:00:00.000Z", "2026-11-30T00:00:00.000Z"],
    ["on Monday just before 08:00", "2026-11-30T07:59:59.999Z", "2026-11-23T00:00:00.000Z"],
    ["on Sunday", "2026-12-06T23:59:59.999Z", "2026-11-30T00:00:00.000Z"],
    ["on the next Monday at midnight", "2026-12-07T00:00:00.000Z", "2026-11-30T00:00:00.000Z"],
    ["on the next Monday at 08:00", "2026-12-07T08:00:00.000Z", "2026-12-07T00:00:00.000Z"],
    ["in another year", "2027-01-01T12:00:00.000Z", "2026-12-28T00:00:00.000Z"],
  ])("is a Monday at midnight: %s", (_when, now, end) => {
    expect(new Date(endOfLastWeek(Date.parse(now))).toISOString()).toBe(end);
  });
});
