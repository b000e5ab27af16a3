import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RateLimiter } from "../../../shared/edge/ports.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { RatePolicy } from "../../../shared/kernel/rate-limit.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryRateLimiter } from "../../support/in-memory-rate-limiter.ts";
import { dynamoRateLimiter, referenceBucket } from "../../support/rate-limiters.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const POLICY = { refillPerSecond: 1, burst: 30 };

/** Returns a random generator (Mulberry32) that gives the same numbers in every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Tests the promises that every RateLimiter keeps. */
function rateLimiterContract(name: string, open: (policy: RatePolicy, clock: Clock) => RateLimiter): void {
  describe(`RateLimiter: ${name}`, () => {
    const newKey = () => crypto.randomUUID();

    it("allows a burst of 30, then one a second", async () => {
      const clock = fakeClock();
      const limiter = open(POLICY, clock);
      const key = newKey();
      const allowed: boolean[] = [];
      for (let i = 0; i < 31; i++) allowed.push(await limiter.take(key));
      expect(allowed).toEqual([...Array.from({ length: 30 }, () => true), false]);
      clock.advance(999);
      expect(await limiter.take(key)).toBe(false);
      clock.advance(1);
      expect([await limiter.take(key), await limiter.take(key)]).toEqual([true, false]);
    });

    it("allows exactly 30 of 60 that come at once", async () => {
      const limiter = open(POLICY, fakeClock());
      const key = newKey();
      const taken = await Promise.all(Array.from({ length: 60 }, () => limiter.take(key)));
      expect(taken.filter(Boolean)).toHaveLength(30);
    });

    it("allows all of a burst at once when the interval is no whole number of milliseconds", async () => {
      const limiter = open({ refillPerSecond: 3, burst: 29 }, fakeClock());
      const key = newKey();
      const taken = await Promise.all(Array.from({ length: 60 }, () => limiter.take(key)));
      expect(taken.filter(Boolean)).toHaveLength(29);
    });

    it("loses no part of a token when the bucket runs full between two of its tokens", async () => {
      const clock = fakeClock();
      const limiter = open(POLICY, clock);
      const reference = referenceBucket(POLICY);
      const key = newKey();
      const taken: boolean[] = [];
      const expected: boolean[] = [];
      for (const laterMs of [0, 100, 2400, ...Array.from({ length: 30 }, () => 0)]) {
        clock.advance(laterMs);
        expected.push(reference(clock.now()));
        taken.push(await limiter.take(key));
      }
      expect(taken).toEqual(expected);
      expect(taken.filter(Boolean)).toHaveLength(32);
    });

    it("decides requests with any pauses as a token bucket would", () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(39) }), {
            minLength: 80,
            maxLength: 80,
          }),
          async (eighths) => {
            const clock = fakeClock();
            const limiter = open(POLICY, clock);
            const reference = referenceBucket(POLICY);
            const key = newKey();
            for (const eighth of eighths) {
              clock.advance(125 * eighth);
              expect(await limiter.take(key)).toBe(reference(clock.now()));
            }
          },
        ),
        { numRuns: 40 },
      ));

    it("shares a bucket between two limiters, and keeps keys apart", async () => {
      const clock = fakeClock();
      const key = newKey();
      const first = open({ refillPerSecond: 1, burst: 2 }, clock);
      await first.take(key);
      await first.take(key);
      expect(await first.take(key)).toBe(false);
      expect(await first.take(newKey())).toBe(true);
    });

    it("decides 1,500 random requests on 3 keys as a token bucket would", async () => {
      const clock = fakeClock();
      const limiter = open(POLICY, clock);
      const random = seededRandom(20_261_121);
      const keys = [newKey(), newKey(), newKey()].map((key) => ({ key, reference: referenceBucket(POLICY) }));
      let mismatches = 0;
      let denied = 0;
      for (let i = 0; i < 1500; i++) {
        // Most steps are bursts, some are pauses, and a few pauses fill every bucket. Eighths of a second add up
        // without rounding.
        const dice = random();
        clock.advance(125 * Math.floor(random() * (dice < 0.9 ? 2 : dice < 0.997 ? 12 : 300)));
        const { key, reference } = keys[Math.floor(random() * 3)] ?? { key: "", reference: () => true };
        const expected = reference(clock.now());
        if ((await limiter.take(key)) !== expected) mismatches++;
        if (!expected) denied++;
      }
      expect(mismatches).toBe(0);
      expect(denied).toBeGreaterThan(300);
    });
  });
}

const dynamoLimiter = (policy: RatePolicy, clock: Clock) => dynamoRateLimiter(fixture.client, policy, clock);

rateLimiterContract("in memory", inMemoryRateLimiter);
rateLimiterContract("DynamoDB", dynamoLimiter);
