import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeClock, fakeClock } from "../../support/fake-clock.ts";
import { countedClient, dynamoRateLimiter } from "../../support/rate-limiters.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const POLICY = { refillPerSecond: 1, burst: 30 };
const REQUESTS = 10_000;
const ENVIRONMENTS = 2;
/**
 * Two environments withhold at most this many tokens from each other within a burst
 * (docs/decisions/tokens-in-blocks.md).
 */
const MOST_HELD_BACK = 4;

/** Creates two environments that share only their table. */
function twoEnvironments(clock: FakeClock) {
  const clients = Array.from({ length: ENVIRONMENTS }, () => countedClient(fixture.client));
  const limiters = clients.map(({ client }) => dynamoRateLimiter(client, POLICY, clock));
  return {
    take: async (environment: number, key: string) => (await limiters[environment]?.take(key)) ?? false,
    calls: () => clients.reduce((sum, { calls }) => sum + calls(), 0),
  };
}

interface Passed {
  readonly askedMs: number;
  readonly answeredMs: number;
}

interface Waves {
  readonly count: number;
  readonly everyMs: number;
  /** The next wave of requests begins while requests of the wave before still wait for the table. */
  readonly overlap?: boolean;
}

/** Sends 10,000 requests of one key. The requests of a wave are concurrent, each to a random environment. */
async function flood({ count, everyMs, overlap = false }: Waves) {
  const clock = fakeClock();
  const environments = twoEnvironments(clock);
  const random = seededRandom(20_261_124);
  const key = crypto.randomUUID();
  const start = clock.now();
  const passed: Passed[] = [];
  const ask = async () => {
    const askedMs = clock.now();
    if (await environments.take(Math.floor(random() * ENVIRONMENTS), key))
      passed.push({ askedMs, answeredMs: clock.now() });
  };
  const asked: Promise<void>[] = [];
  for (let sent = 0; sent < REQUESTS; sent += count) {
    if (sent > 0) clock.advance(everyMs);
    asked.push(...Array.from({ length: count }, ask));
    await (overlap ? turn() : Promise.all(asked));
  }
  const elapsedSeconds = (clock.now() - start) / 1000;
  await Promise.all(asked);
  return { ...environments, clock, key, passed, elapsedSeconds };
}

const holdsIn = (seconds: number): number => POLICY.burst + Math.floor(seconds * POLICY.refillPerSecond);

/** Returns by how many requests the busiest time span exceeds the tokens that a bucket holds in it. */
function surplusOf(passed: readonly Passed[]): number {
  let most = 0;
  for (const { askedMs: from } of passed) {
    const later = passed.filter(({ askedMs }) => askedMs >= from).map(({ answeredMs }) => answeredMs);
    for (const [i, to] of later.sort((a, b) => a - b).entries())
      most = Math.max(most, i + 1 - holdsIn((to - from) / 1000));
  }
  return most;
}

describe("10,000 requests of one key over two environments", () => {
  it("lets one bucket's burst through of those that come at once, and asks the table a few times", async () => {
    const { passed, calls } = await flood({ count: REQUESTS, everyMs: 0 });
    expect(passed.length).toBeLessThanOrEqual(POLICY.burst);
    expect(passed.length).toBeGreaterThanOrEqual(POLICY.burst - MOST_HELD_BACK);
    // Each environment asks the store for tokens once for the first request and once for all requests behind it.
    expect(calls()).toBeLessThanOrEqual(3 * ENVIRONMENTS);
  });

  it.each<Waves>([
    { count: 500, everyMs: 1000 },
    { count: 100, everyMs: 130 },
    { count: 20, everyMs: 370 },
    { count: 10, everyMs: 100 },
    { count: 100, everyMs: 130, overlap: true },
    { count: 20, everyMs: 370, overlap: true },
  ])("keeps to the rate in waves: %j", async (waves) => {
    const { passed, elapsedSeconds, calls } = await flood(waves);
    expect(surplusOf(passed)).toBe(0);
    expect(passed.length).toBeLessThanOrEqual(holdsIn(elapsedSeconds));
    // If the clock runs ahead of the table, an answer takes many seconds, and the tokens refilled meanwhile may
    // overflow.
    const atLeast = waves.overlap ? POLICY.burst : holdsIn(elapsedSeconds);
    expect(passed.length).toBeGreaterThanOrEqual(atLeast - MOST_HELD_BACK);
    // The environments take each token that time brings. For the burst each request asks the store at most once.
    expect(calls()).toBeLessThanOrEqual(POLICY.burst + ENVIRONMENTS * elapsedSeconds * POLICY.refillPerSecond);
  });

  it("leaves another key of the same moment its whole burst", async () => {
    const { take, key } = await flood({ count: 500, everyMs: 0 });
    const other = crypto.randomUUID();
    const asked = Array.from({ length: 400 }, (_, i) => [i % ENVIRONMENTS, i % 4 < 2 ? key : other] as const);
    const taken = await Promise.all(asked.map(async ([at, of]) => ((await take(at, of)) ? of : undefined)));
    expect(taken.filter((of) => of === other)).toHaveLength(POLICY.burst);
    expect(taken.filter((of) => of === key)).toEqual([]);
  });
});
