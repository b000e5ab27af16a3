import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rateHeaders } from "../../../../shared/edge/contract/rate-headers.ts";
import { takeToken, tokensLeft } from "../../../../shared/kernel/rate-limit.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const policy = { refillPerSecond: 1, burst: 30 };

describe("tokensLeft()", () => {
  it("says that a full bucket is full", () => {
    expect(tokensLeft(policy, 0, NOW)).toEqual({ limit: 30, remaining: 30, resetSeconds: 0 });
  });

  it("counts down to none, with the seconds to the next one", () => {
    let tat = NOW;
    const seen = Array.from({ length: 30 }, () => {
      tat = takeToken(policy, tat, NOW) ?? 0;
      return tokensLeft(policy, tat, NOW);
    });
    expect(seen.map(({ remaining }) => remaining)).toEqual(Array.from({ length: 30 }, (_, i) => 29 - i));
    expect(new Set(seen.map(({ resetSeconds }) => resetSeconds))).toEqual(new Set([1]));
    expect(tokensLeft({ refillPerSecond: 0.1, burst: 2 }, NOW + 20_000, NOW)).toMatchObject({
      remaining: 0,
      resetSeconds: 10,
    });
  });

  it("promises a token that is there after so many seconds, for any bucket", () => {
    const any = fc.record({
      refillPerSecond: fc.double({ min: 0.05, max: 200, noNaN: true }),
      burst: fc.integer({ min: 1, max: 200 }),
      taken: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(any, ({ refillPerSecond, burst, taken }) => {
        const its = { refillPerSecond, burst };
        let tat: number = NOW;
        for (let i = 0; i < taken; i++) tat = takeToken(its, tat, NOW) ?? tat;
        const { remaining, resetSeconds } = tokensLeft(its, tat, NOW);
        expect(remaining).toBe(Math.max(0, burst - taken));
        const later = tokensLeft(its, tat, NOW + resetSeconds * 1000 + 1);
        expect(later.remaining).toBeGreaterThanOrEqual(Math.min(burst, remaining + (resetSeconds > 0 ? 1 : 0)));
      }),
      { numRuns: 200 },
    );
  });
});

describe("rateHeaders()", () => {
  it("names them in lower case", () => {
    expect(rateHeaders({ limit: 30, remaining: 2, resetSeconds: 1 })).toEqual({
      "ratelimit-limit": "30",
      "ratelimit-remaining": "2",
      "ratelimit-reset": "1",
    });
  });
});
