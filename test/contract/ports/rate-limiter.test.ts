import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RateLimiter } from "../../../shared/edge/ports.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { RatePolicy } from "../../../shared/kernel/rate-limit.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryRateLimiter } from "../../support/in-memory-rate-limiter.ts";
import { countedClient, dynamoRateLimiter, referenceBucket } from "../../support/rate-limiters.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const POLICY = { refillPerSecond: 1, burst: 30 };

/** Mulberry32: the same walk at every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The promises of every RateLimiter. */
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
        { numRuns: 40, seed: 20_261_122 },
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
        // Mostly bursts, sometimes a pause, rarely one that fills every bucket. Eighths of a second add up without rounding.
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

describe("DynamoRateLimiter", () => {
  it("counts what other environments have taken from the same bucket", async () => {
    const clock = fakeClock();
    const environments = Array.from({ length: 4 }, () => dynamoLimiter(POLICY, clock));
    const key = crypto.randomUUID();
    const taken: boolean[] = [];
    for (let i = 0; i < 40; i++) taken.push((await environments[i % 4]?.take(key)) ?? false);
    expect(taken.filter(Boolean)).toHaveLength(30);
  });

  it("draws in blocks that grow, and asks the store about a quarter as often", async () => {
    const clock = fakeClock();
    const { client, calls } = countedClient(fixture.client);
    const limiter = dynamoRateLimiter(client, POLICY, clock);
    const key = crypto.randomUUID();
    const taken: boolean[] = [];
    for (let i = 0; i < 30; i++) taken.push(await limiter.take(key));
    expect([taken.filter(Boolean).length, await limiter.take(key)]).toEqual([30, false]);
    // 1, 2, 4, then 5 at a time; the last three when no more are left.
    expect(calls()).toBe(8);
  });

  it("asks the store once for each token of an empty bucket", async () => {
    const clock = fakeClock();
    const { client, calls } = countedClient(fixture.client);
    const limiter = dynamoRateLimiter(client, POLICY, clock);
    const key = crypto.randomUUID();
    for (let i = 0; i < 31; i++) await limiter.take(key);
    const callsOfBurst = calls();
    let allowed = 0;
    for (let i = 0; i < 80; i++) {
      clock.advance(250);
      if (await limiter.take(key)) allowed++;
    }
    expect({ allowed, calls: calls() - callsOfBurst }).toEqual({ allowed: 20, calls: 20 });
  });

  it.each([2, 3, 6])("keeps the whole burst when requests go to %i environments in turn", async (count) => {
    const clock = fakeClock();
    const environments = Array.from({ length: count }, () => dynamoLimiter(POLICY, clock));
    const key = crypto.randomUUID();
    const taken: boolean[] = [];
    for (let i = 0; i < 30; i++) taken.push((await environments[i % count]?.take(key)) ?? false);
    expect(taken.filter(Boolean)).toHaveLength(30);
  });

  it("keeps all of a burst but four tokens, to whichever environments its requests go", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { minLength: 30, maxLength: 30 }), async (requests) => {
        const clock = fakeClock();
        const environments = Array.from({ length: 6 }, () => dynamoLimiter(POLICY, clock));
        const key = crypto.randomUUID();
        const taken: boolean[] = [];
        for (const environment of requests) taken.push((await environments[environment]?.take(key)) ?? false);
        expect(taken.slice(0, 26)).toEqual(Array.from({ length: 26 }, () => true));
      }),
      { numRuns: 40 },
    ));

  it("leaves tokens that an environment drew and never used to the others in time", async () => {
    const clock = fakeClock();
    const [first, second] = [dynamoLimiter(POLICY, clock), dynamoLimiter(POLICY, clock)];
    const key = crypto.randomUUID();
    for (let i = 0; i < 4; i++) await first.take(key);
    clock.advance(7000);
    const taken: boolean[] = [];
    for (let i = 0; i < 40; i++) taken.push(await second.take(key));
    expect(taken.filter(Boolean)).toHaveLength(30);
  });

  it("lets no more through than one bucket holds, whatever environments take when", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ environment: fc.nat(2), laterMs: fc.constantFrom(0, 0, 0, 125, 500, 2000, 40_000) }), {
          minLength: 20,
          maxLength: 60,
        }),
        async (requests) => {
          const clock = fakeClock();
          const environments = Array.from({ length: 3 }, () => dynamoLimiter({ refillPerSecond: 2, burst: 12 }, clock));
          const reference = referenceBucket({ refillPerSecond: 2, burst: 12 });
          const key = crypto.randomUUID();
          let passed = 0;
          for (const { environment, laterMs } of requests) {
            clock.advance(laterMs);
            if (!(await environments[environment]?.take(key))) continue;
            passed += 1;
            // A bucket that sees only those must let them through too.
            expect(reference(clock.now())).toBe(true);
          }
          expect(passed).toBeGreaterThan(0);
        },
      ),
      { numRuns: 30 },
    ));

  it("keeps to the rate when the interval is no whole number of milliseconds", async () => {
    const clock = fakeClock();
    const limiter = dynamoLimiter({ refillPerSecond: 3, burst: 3 }, clock);
    const key = crypto.randomUUID();
    let allowed = 0;
    for (let i = 0; i < 300; i++) {
      if (await limiter.take(key)) allowed++;
      clock.advance(100);
    }
    expect(allowed).toBeGreaterThanOrEqual(91);
    expect(allowed).toBeLessThanOrEqual(93);
  });
});
