import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACCOUNT_FIELD_OF } from "../../../shared/channels/contract/account-field.ts";
import { type AnnounceAndCountDeps, announceAndCount } from "../../../shared/composition/changes.ts";
import type { Feed } from "../../../shared/events/ports.ts";
import { expiringCache } from "../../../shared/kernel/expiring-cache.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { countChanges } from "../../../shared/statistics/count-changes.ts";
import type { Counters } from "../../../shared/statistics/ports.ts";
import { type CountedStream, readPlainImage, streams } from "../../support/a-counted-stream.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryCounters } from "../../support/in-memory-counters.ts";
import { inMemoryFeed } from "../../support/in-memory-feed.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { inRealTime } from "../../support/real-time.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

const clock = fakeClock();
const ACCOUNT_ID = crypto.randomUUID();
const OWNERS = [anOwner(), anOwner()];

function depsWith(feed: Pick<Feed, "append">, counters: Counters): AnnounceAndCountDeps & { readonly left: unknown[] } {
  const caches = { maxEntries: 1000, ttlMs: 3_600_000 };
  const left: unknown[] = [];
  return {
    ...{
      feed,
      counters,
      clock,
      left,
      accountFields: ACCOUNT_FIELD_OF,
      hash: systemIdentifiers.hash,
      log: silentLog,
      readImage: readPlainImage,
    },
    images: {
      notification: (image) => {
        const { owner, notification } = readPlainImage(image);
        return { owner, notification: { ...notification, recipient: "anna@example.org", accountId: ACCOUNT_ID } };
      },
      message: async () => undefined,
      chatTemplate: () => undefined,
      sendingAccount: () => undefined,
      webhook: () => undefined,
      suppression: () => undefined,
    },
    tableNamed: (name) => (name === "Notifications" ? name : undefined),
    wakeWebhooks: async () => {},
    raiseAlerts: async () => {},
    unannounced: { add: async (one) => void left.push(one) },
    appended: expiringCache<true>(caches),
    conversations: { get: async () => undefined },
    sendingAccounts: inMemorySendingAccountStore([aSendingAccount()]),
    notifications: { findContent: async () => undefined },
    failingSince: expiringCache<number>(caches),
    announcedLately: new Map(),
    inOwnTime: inRealTime,
    setAsideLately: expiringCache<true>(caches),
  };
}

/**
 * Generates one try of a batch: which of its writes fail, whether they happen all the same, and whether another process
 * makes the next try.
 */
const tries = fc.array(
  fc.record({
    size: fc.integer({ min: 1, max: 8 }),
    fails: fc.constantFrom("none" as const, "feed" as const, "counters" as const, "both" as const),
    isWritten: fc.boolean(),
    isOtherProcess: fc.boolean(),
  }),
  { maxLength: 24 },
);
type Try = (typeof tries extends fc.Arbitrary<readonly (infer One)[]> ? One : never) & object;

/** Loses the answer of every second write, before or after the write happens. */
function failing<Given extends readonly unknown[], Answer>(
  isFailing: boolean,
  isWritten: boolean,
  write: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  let count = 0;
  return async (...given) => {
    count += 1;
    if (!isFailing || count % 2 === 0) return write(...given);
    if (isWritten) await write(...given);
    throw new Error("no answer");
  };
}

/** Reads a shard as Lambda does: each try begins with the first change that failed, and includes the later ones. */
async function read({ changes }: CountedStream, plan: readonly Try[]) {
  const [feed, counters] = [inMemoryFeed(clock), inMemoryCounters()];
  let position = 0;
  let deps = depsWith(feed, counters);
  for (const { size, fails, isWritten, isOtherProcess } of plan) {
    if (isOtherProcess) deps = depsWith(feed, counters);
    const append = failing(fails === "feed" || fails === "both", isWritten, feed.append);
    const add = failing(fails === "counters" || fails === "both", isWritten, counters.add);
    const batch = changes.slice(position, position + size);
    const [failed] = await announceAndCount({ ...deps, feed: { append }, counters: { add } }, batch);
    position = failed ? changes.indexOf(failed) : Math.min(changes.length, position + size);
  }
  expect(await announceAndCount(deps, changes.slice(position))).toEqual([]);
  expect(deps.left).toEqual([]);
  return { feed, sums: counters.sums() };
}

const idsIn = async (feed: Feed, owner: (typeof OWNERS)[number]) =>
  (await feed.read(owner, { after: 0, limit: 1000 })).events.map(({ event }) => event.id);

describe("announceAndCount()", () => {
  it("announces every change at least once and in order, and counts it exactly once, whichever of the two fails", async () => {
    await fc.assert(
      fc.asyncProperty(streams(OWNERS), tries, async ([shard], plan) => {
        if (shard === undefined) return;
        const truth = inMemoryCounters();
        await countChanges({ ...depsWith(inMemoryFeed(clock), truth) }, shard.changes);
        const undisturbed = inMemoryFeed(clock);
        await announceAndCount(depsWith(undisturbed, inMemoryCounters()), shard.changes);
        const { feed, sums } = await read(shard, plan);
        expect(sums).toEqual(truth.sums());
        for (const owner of OWNERS) {
          const ids = await idsIn(feed, owner);
          expect([...new Set(ids)]).toEqual(await idsIn(undisturbed, owner));
        }
      }),
      { numRuns: 200 },
    );
  });

  const [stream] = fc.sample(
    streams(OWNERS).filter(([one]) => (one?.changes.length ?? 0) > 8),
    { numRuns: 1, seed: 7 },
  );
  const changes = stream?.[0]?.changes ?? [];
  const broken = async () => {
    throw new Error("no answer");
  };

  it("announces what the counters do not take, and counts what the feed does not take; both come again", async () => {
    const [feed, counters] = [inMemoryFeed(clock), inMemoryCounters()];
    const uncounted = await announceAndCount(depsWith(feed, { add: broken }), changes);
    expect(uncounted.length).toBeGreaterThan(0);
    expect((await Promise.all(OWNERS.map((owner) => idsIn(feed, owner)))).flat().length).toBeGreaterThan(0);
    const unannounced = await announceAndCount(depsWith({ append: broken }, counters), changes);
    expect(unannounced.length).toBeGreaterThan(0);
    expect(Object.keys(counters.sums()).length).toBeGreaterThan(0);
    // The changes are in the order of the shard.
    for (const some of [uncounted, unannounced])
      expect(some.map((one) => changes.indexOf(one))).toEqual(
        some.map((one) => changes.indexOf(one)).toSorted((a, b) => a - b),
      );
  });

  it("does not count again what an operator has announced again with its shard", async () => {
    const counters = inMemoryCounters();
    await announceAndCount(depsWith({ append: broken }, counters), changes);
    const counted = counters.sums();
    const feed = inMemoryFeed(clock);
    for (const one of changes) expect(await announceAndCount(depsWith(feed, counters), [one])).toEqual([]);
    expect(counters.sums()).toEqual(counted);
    expect((await Promise.all(OWNERS.map((owner) => idsIn(feed, owner)))).flat().length).toBeGreaterThan(0);
  });

  it("refuses a batch without its shard once what it could do is done", async () => {
    const feed = inMemoryFeed(clock);
    const withoutShard = changes.map(({ streamShard: _, ...change }) => change);
    const counters = inMemoryCounters();
    await expect(announceAndCount(depsWith(feed, counters), withoutShard)).rejects.toThrow("without their shard");
    expect(counters.sums()).toEqual({});
  });
});
