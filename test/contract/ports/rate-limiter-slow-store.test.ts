import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeClock } from "../../support/fake-clock.ts";
import { dynamoRateLimiter, heldClient } from "../../support/rate-limiters.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const POLICY = { refillPerSecond: 1, burst: 30 };

/**
 * Creates one environment whose store answers when a test lets it. It notes the result of each request and how often
 * the store was asked for tokens before it.
 */
function slowEnvironment(policy = POLICY, clock = fakeClock(), key: string = crypto.randomUUID()) {
  const store = heldClient(fixture.client);
  const limiter = dynamoRateLimiter(store.client, policy, clock);
  const answered: { isAllowed: boolean; draws: number; askedMs: number; answeredMs: number }[] = [];
  let asked = 0;
  const ask = () => {
    asked += 1;
    // If the store is being asked for tokens when a request comes, the request waits for the store's answer.
    const drawsBefore = store.drawsOver();
    const askedMs = clock.now();
    void limiter.take(key).then((isAllowed) => {
      answered.push({ isAllowed, draws: store.draws() - drawsBefore, askedMs, answeredMs: clock.now() });
    });
  };
  const settle = () => new Promise((then) => void setImmediate(then));
  const finish = async (how: "goOn" | "fail" = "goOn") => {
    while (store.isHolding()) await store.answer(how);
  };
  return {
    store,
    clock,
    finish,
    async ask(times = 1) {
      for (let i = 0; i < times; i++) ask();
      await settle();
    },
    passed: () => answered.filter(({ isAllowed }) => isAllowed),
    allowed: () => answered.filter(({ isAllowed }) => isAllowed).length,
    denied: () => answered.filter(({ isAllowed }) => !isAllowed).length,
    mostDraws: () => Math.max(0, ...answered.map(({ draws }) => draws)),
    waiting: () => asked - answered.length,
  };
}

describe("DynamoRateLimiter, whose store is slow", () => {
  it("denies at once what is beyond the bucket, and lets nobody wait for more than two draws", async () => {
    const { ask, store, allowed, denied, waiting } = slowEnvironment();
    await ask(45);
    expect({ allowed: allowed(), denied: denied() }).toEqual({ allowed: 0, denied: 15 });
    await store.answer("fail");
    expect({ allowed: allowed(), denied: denied() }).toEqual({ allowed: 1, denied: 15 });
    await store.answer("fail");
    expect({ allowed: allowed(), denied: denied(), waiting: waiting() }).toEqual({
      allowed: 30,
      denied: 15,
      waiting: 0,
    });
    expect(store.draws()).toBe(2);
  });

  it("keeps to the rate while draws take as long as the token after them", async () => {
    const { ask, clock, store, allowed, denied, mostDraws, finish } = slowEnvironment();
    await ask(45);
    for (let second = 0; second < 20; second++) {
      clock.advance(1000);
      await store.answer("fail");
      await ask(4);
    }
    await finish("fail");
    // The burst is allowed, and one more request for each second.
    expect(allowed()).toBe(50);
    expect(denied()).toBe(45 + 20 * 4 - 50);
    expect(mostDraws()).toBe(2);
  });

  it("counts what the store has left when others have drawn: the rest is denied with the same draw", async () => {
    const { ask, clock, store, allowed, denied, finish } = slowEnvironment();
    const key = crypto.randomUUID();
    const other = slowEnvironment(POLICY, clock, key);
    const own = slowEnvironment(POLICY, clock, key);
    await other.ask(20);
    await other.finish();
    await own.ask(30);
    await own.finish();
    expect([other.allowed(), own.allowed(), own.denied(), own.mostDraws()]).toEqual([20, 10, 20, 2]);
    await ask();
    await finish();
    expect([allowed(), denied(), store.draws()]).toEqual([1, 0, 1]);
  });

  it("gives a request no token whose time passed before the request came", async () => {
    const { ask, clock, store, allowed, finish } = slowEnvironment({ refillPerSecond: 5, burst: 120 });
    for (let i = 0; i < 31; i++) {
      await ask();
      await finish();
    }
    // The blocks of 1, 2, 4, 8 and 16 tokens that the store gave are used up: this request asks for 20, and no answer
    // comes for 20 seconds.
    await ask();
    expect([allowed(), store.isHolding()]).toEqual([31, true]);
    clock.advance(20_000);
    await ask(19);
    await finish();
    await ask(120);
    await finish();
    expect(allowed() - 32).toBe(120);
  });

  it("answers each request within two draws, whenever requests come and draws end or fail", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            requests: fc.nat(8),
            how: fc.constantFrom("goOn" as const, "goOn" as const, "fail" as const, undefined),
            laterMs: fc.constantFrom(0, 0, 100, 1000, 5000),
          }),
          { minLength: 10, maxLength: 40 },
        ),
        async (steps) => {
          const { ask, clock, store, finish, mostDraws, waiting } = slowEnvironment();
          for (const { requests, how, laterMs } of steps) {
            await ask(requests);
            clock.advance(laterMs);
            if (how !== undefined) await store.answer(how);
            // The store's answer that is under way brings a full bucket, and the next answer brings the tokens that
            // were refilled meanwhile.
            expect(waiting()).toBeLessThanOrEqual(60);
          }
          await finish();
          expect(waiting()).toBe(0);
          expect(mostDraws()).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 60 },
    ));

  it("lets no more through than one bucket holds, however the draws of environments overtake each other", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            environment: fc.constantFrom(0, 0, 0, 1, 2),
            requests: fc.constantFrom(1, 2, 3, 5, 40),
            /** With undefined, the environment gets its answer before it asks again. */
            answers: fc.constantFrom(undefined, undefined, 0, 1, 2),
            laterMs: fc.constantFrom(0, 0, 0, 125, 700, 1300, 40_000),
          }),
          { minLength: 10, maxLength: 40 },
        ),
        async (steps) => {
          const [policy, clock, key] = [{ refillPerSecond: 2, burst: 24 }, fakeClock(), crypto.randomUUID()];
          const newEnvironment = () => slowEnvironment(policy, clock, key);
          const environments = [newEnvironment(), newEnvironment(), newEnvironment()] as const;
          for (const { environment, requests, answers, laterMs } of steps) {
            const one = environments[environment];
            for (let i = 0; answers === undefined && i < requests; i++) {
              await one?.ask();
              await one?.finish();
            }
            if (answers !== undefined) await one?.ask(requests);
            clock.advance(laterMs);
            for (let i = 0; i < (answers ?? 0); i++) await environments[(environment + i) % 3]?.store.answer("goOn");
          }
          while (environments.some(({ store }) => store.isHolding())) {
            for (const { store } of environments) await store.answer("goOn");
          }
          const passed = environments.flatMap((each) => each.passed());
          // A request is decided between the two times, so no span has more requests than the burst and the tokens
          // refilled in it.
          for (const { askedMs: fromMs } of passed) {
            for (const { answeredMs: toMs } of passed.filter(({ answeredMs }) => answeredMs >= fromMs)) {
              const within = passed.filter(({ askedMs, answeredMs }) => askedMs >= fromMs && answeredMs <= toMs);
              expect(within.length).toBeLessThanOrEqual(24 + (toMs - fromMs) / 500);
            }
          }
        },
      ),
      { numRuns: 40 },
    ));
});
