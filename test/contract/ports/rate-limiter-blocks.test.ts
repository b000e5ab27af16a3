import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { RatePolicy } from "../../../shared/kernel/rate-limit.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { countedClient, dynamoRateLimiter, referenceBucket } from "../../support/rate-limiters.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const POLICY = { refillPerSecond: 1, burst: 30 };

const dynamoLimiter = (policy: RatePolicy, clock: Clock) => dynamoRateLimiter(fixture.client, policy, clock);

describe("DynamoRateLimiter, which draws tokens in blocks", () => {
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
    // The blocks have 1, 2, 4, then 5 tokens; the last three calls find no more tokens.
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
            // A bucket that sees only these requests must let them through too.
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
