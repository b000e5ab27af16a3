import { describe, expect, it } from "vitest";
import { beganAt } from "../../../../ops/restore-table/streams.ts";

const stream = (label: string) => `arn:aws:dynamodb:eu-central-1:123456789012:table/t/stream/${label}`;

describe("beganAt()", () => {
  it("reads the time of a stream's ARN, in UTC", () => {
    expect(beganAt(stream("2026-11-22T21:10:00.123"))).toEqual(new Date("2026-11-22T21:10:00.123Z"));
    expect(beganAt(stream("2026-11-22T21:10:00"))).toEqual(new Date("2026-11-22T21:10:00Z"));
  });

  it.each(["1", "yesterday", "2026-11-22"])("finds no time in %s", (label) => {
    expect(beganAt(stream(label))).toBeUndefined();
  });
});
