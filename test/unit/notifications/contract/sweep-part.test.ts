import { describe, expect, it } from "vitest";
import { ALL_SHARDS, readSweepPart } from "../../../../shared/notifications/contract/sweep-part.ts";

describe("readSweepPart()", () => {
  it("reads the part that the schedule names", () => {
    expect(readSweepPart({ part: 3, of: 4 })).toEqual({ part: 3, of: 4 });
  });

  it.each([
    ["an operator's empty event", {}],
    ["no event", undefined],
    ["an event of EventBridge without a part", { version: "0", "detail-type": "Scheduled Event", detail: {} }],
    ["a part of nothing", { part: 0, of: 0 }],
    ["a part beyond the last", { part: 4, of: 4 }],
  ])("answers all shards for %s", (_, event) => {
    expect(readSweepPart(event)).toEqual(ALL_SHARDS);
  });
});
