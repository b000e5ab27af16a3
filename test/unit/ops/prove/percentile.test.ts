import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { percentile } from "../../../../ops/prove/percentile.ts";

describe("percentile()", () => {
  it("takes the nearest rank", () => {
    const values = [50, 10, 40, 20, 30];
    expect([50, 95, 99, 1].map((percent) => percentile(values, percent))).toEqual([30, 50, 50, 10]);
    expect(percentile([], 95)).toBe(0);
  });

  it("is a value that at least so many percent do not exceed", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (values, percent) => {
        const found = percentile(values, percent);
        const below = values.filter((value) => value <= found).length;
        expect(values).toContain(found);
        expect(below * 100).toBeGreaterThanOrEqual(percent * values.length);
      }),
    );
  });
});
