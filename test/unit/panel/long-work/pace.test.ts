import { describe, expect, it } from "vitest";
import { OF_PROGRAMS, Pace } from "../../../../panel/src/long-work/pace.ts";

describe("the pace of many requests", () => {
  it("lets a few go at once, and then four a second", () => {
    let now = 0;
    const pace = new Pace(() => now);
    const waits = Array.from({ length: 24 }, () => pace.take());
    expect(waits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(waits.slice(20)).toEqual([250, 500, 750, 1000]);
    now = 2000;
    expect(pace.take()).toBe(0);
  });

  it("stays below the limit of the routes for programs: one a second, after 30", () => {
    let now = 0;
    const pace = new Pace(() => now, OF_PROGRAMS);
    const sentAt: number[] = [];
    for (let i = 0; i < 200; i++) {
      now += pace.take();
      sentAt.push(now);
    }
    for (const [i, at] of sentAt.entries()) expect(i + 1).toBeLessThanOrEqual(15 + at / 1000);
    expect(sentAt.at(-1)).toBeLessThan(240_000);
  });
});
