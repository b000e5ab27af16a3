import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoRateLimiter } from "../../../shared/edge/dynamo/rate-limiter.ts";
import type { RateLimiter } from "../../../shared/edge/ports.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { RatePolicy } from "../../../shared/kernel/rate-limit.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryRateLimiter } from "../../support/in-memory-rate-limiter.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const POLICY = { refillPerSecond: 1, burst: 30 };

/** Tokens as a fraction, refilled at every look: the textbook's bucket. */
function referenceBucket({ refillPerSecond, burst }: RatePolicy) {
  let tokens = burst;
  let seenAt: number | undefined;
  return (now: number): boolean => {
    tokens = Math.min(burst, tokens + ((now - (seenAt ?? now)) * refillPerSecond) / 1000);
    seenAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

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

const dynamoLimiter = (policy: RatePolicy, clock: Clock, client = fixture.client) =>
  new DynamoRateLimiter(client, {
    table: "Ephemeral",
    policy,
    clock,
    log: silentLog,
    metrics: countingMetrics(),
    // A request that the store keeps waiting is let through: here that would tell of the machine.
    takeTimeoutMs: 60_000,
  });

function countedClient() {
  let calls = 0;
  const send = fixture.client.send.bind(fixture.client) as (command: object, options?: object) => Promise<unknown>;
  const counted = (command: object, options?: object) => {
    calls += 1;
    return send(command, options);
  };
  return { client: { send: counted } as unknown as DynamoDBDocumentClient, calls: () => calls };
}

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
    const { client, calls } = countedClient();
    const limiter = dynamoLimiter(POLICY, clock, client);
    const key = crypto.randomUUID();
    const taken: boolean[] = [];
    for (let i = 0; i < 30; i++) taken.push(await limiter.take(key));
    expect([taken.filter(Boolean).length, await limiter.take(key)]).toEqual([30, false]);
    // 1, 2, 4, then 5 at a time; the last three after a try for five.
    expect(calls()).toBe(9);
  });

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
