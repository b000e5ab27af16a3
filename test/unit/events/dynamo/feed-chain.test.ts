import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOf, FeedChain, type PackedChunk, type StandingChunk } from "../../../../shared/events/dynamo/feed-chain.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { chainTable } from "../../../support/chain-table.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { virtualTime } from "../../../support/virtual-time.ts";

const DAY_MS = 86_400_000;
const owner = anOwner();

let chunks = 0;
function aChunk(count: number): PackedChunk {
  chunks += 1;
  return { count, compressed: Buffer.from(String(chunks)) };
}

const nameOf = ({ compressed }: PackedChunk) => Buffer.from(compressed).toString();

/**
 * Checks that each chunk begins at the number at which the chunk before it ended. With `mayLeap`, a chunk may begin at
 * a greater number, because a chain whose chunks have all expired continues higher up.
 */
function expectInOrder(committed: readonly StandingChunk[], mayLeap: boolean): void {
  let end = 1;
  for (const chunk of committed) {
    if (mayLeap) expect(chunk.first).toBeGreaterThanOrEqual(end);
    else expect(chunk.first).toBe(end);
    end = endOf(chunk);
  }
  expect(Number.isSafeInteger(end)).toBe(true);
}

interface World {
  readonly processes: number;
  readonly seed?: number;
  readonly loss?: () => "request" | "answer" | undefined;
}

function setUp({ processes, seed = 1, loss }: World) {
  const time = virtualTime();
  const random = seededRandom(seed);
  const table = chainTable(time, { latencyMs: () => 5 + 5 * random(), ...(loss && { loss }) });
  const open = () => new FeedChain({ table, clock: time, pause: time.pause, random });
  const chains = Array.from({ length: processes }, open);
  return { time, table, chains, open, random };
}

/** Returns the results of commits while time passes. */
async function settled(time: ReturnType<typeof virtualTime>, commits: readonly Promise<void>[]) {
  const all = Promise.allSettled(commits);
  await time.run(60_000);
  return (await all).map(({ status }) => status);
}

describe("an append to a chain of chunks", () => {
  it("is one put and no read while its process appends alone", async () => {
    const { time, table, chains } = setUp({ processes: 1 });
    const [chain] = chains as [FeedChain];
    await settled(time, [chain.commit(owner, aChunk(1))]);
    Object.assign(table.use, { puts: 0, queries: 0, writeUnits: 0, readUnits: 0 });
    for (let i = 0; i < 5; i++) {
      const commit = chain.commit(owner, aChunk(2));
      await time.run(5000);
      await commit;
    }
    expect(table.use).toEqual({ puts: 5, refused: 0, queries: 0, writeUnits: 5, readUnits: 0 });
    expectInOrder(table.committed, false);
  });

  it("forgets where the chain ended within a minute", async () => {
    const { time, table, chains } = setUp({ processes: 1 });
    const [chain] = chains as [FeedChain];
    await settled(time, [chain.commit(owner, aChunk(1))]);
    await time.run(1000);
    await settled(time, [chain.commit(owner, aChunk(1))]);
    expect(table.use.queries).toBe(2);
  });

  it("finds the next place in the refusal where one other chunk came between", async () => {
    const { time, table, chains } = setUp({ processes: 2 });
    const [one, other] = chains as [FeedChain, FeedChain];
    const commits: Promise<void>[] = [];
    for (const chain of [one, other, one]) {
      commits.push(chain.commit(owner, aChunk(3)));
      await time.run(100);
    }
    await Promise.all(commits);
    expect(table.use).toMatchObject({ puts: 4, refused: 1, queries: 2 });
    expectInOrder(table.committed, false);
  });

  it("looks before it puts while others append too, and trusts its memory again when they have stopped", async () => {
    const { time, table, chains } = setUp({ processes: 2 });
    const [one, other] = chains as [FeedChain, FeedChain];
    const commit = async (chain: FeedChain) => {
      const committed = chain.commit(owner, aChunk(1));
      await time.run(200);
      await committed;
    };
    for (const chain of [one, other, one, other]) await commit(chain);
    const { refused } = table.use;
    for (let i = 0; i < 10; i++) for (const chain of [one, other]) await commit(chain);
    expect(table.use.refused).toBe(refused);
    await commit(one);
    await commit(one);
    const { queries } = table.use;
    await commit(one);
    expect(table.use.queries).toBe(queries);
    expectInOrder(table.committed, false);
  });

  it("lets 200 writers that begin at once through, one after the other", async () => {
    const { time, table, chains } = setUp({ processes: 200 });
    const commits = chains.map((chain) => chain.commit(owner, aChunk(1)));
    expect(await settled(time, commits)).toEqual(commits.map(() => "fulfilled"));
    expect(table.committed).toHaveLength(200);
    expectInOrder(table.committed, false);
  });

  it("does not append once more what is there though its answer was lost", async () => {
    let requests = 0;
    const { time, table, chains } = setUp({ processes: 1, loss: () => (++requests === 3 ? "answer" : undefined) });
    const [chain] = chains as [FeedChain];
    const chunk = aChunk(4);
    const tryAppend = async (one: PackedChunk) => {
      const commit = Promise.allSettled([chain.commit(owner, one)]);
      await time.run(1000);
      return (await commit)[0].status;
    };
    expect([await tryAppend(aChunk(1)), await tryAppend(chunk), await tryAppend(chunk)]).toEqual([
      ...["fulfilled", "rejected", "fulfilled"],
    ]);
    expect(table.committed.map(({ first }) => first)).toEqual([1, 2]);
  });
});

describe("a chain whose chunks expire", () => {
  it("goes on where its newest chunk ends as long as the table has it", async () => {
    const { time, table, open } = setUp({ processes: 0 });
    await settled(time, [open().commit(owner, aChunk(5))]);
    await time.run(31 * DAY_MS);
    await settled(time, [open().commit(owner, aChunk(5))]);
    expect(table.committed.map(({ first }) => first)).toEqual([1, 6]);
  });

  it("begins again at one place for all, above every earlier one", async () => {
    const { time, table, open } = setUp({ processes: 0 });
    await settled(time, [open().commit(owner, aChunk(5))]);
    for (let times = 0; times < 4; times++) {
      await time.run(31 * DAY_MS);
      table.expire();
      const last = table.committed.at(-1);
      const commits = Array.from({ length: 8 }, () => open().commit(owner, aChunk(2)));
      await settled(time, commits);
      const [first, ...more] = table.committed.slice(-8);
      expect(first?.first).toBeGreaterThan(endOf(last as StandingChunk));
      expectInOrder(
        more.map((chunk) => ({ ...chunk, first: chunk.first - endOf(first as StandingChunk) + 1 })),
        false,
      );
    }
  });

  it("has one end where the table deletes its newest chunk while writers are about to append", async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { time, table, open, random } = setUp({ processes: 0, seed });
      await settled(time, [open().commit(owner, aChunk(5))]);
      await time.run(31 * DAY_MS);
      const commits = Array.from({ length: 6 }, async () => {
        await time.pause(40 * random());
        await open().commit(owner, aChunk(2));
      });
      const deleting = time.pause(60 * random()).then(() => table.expire());
      expect(await settled(time, commits)).toEqual(commits.map(() => "fulfilled"));
      await deleting;
      expectInOrder(table.committed, true);
      const begun = table.committed.slice(1);
      expect(begun.slice(1).map(({ first }) => first)).toEqual(begun.slice(0, -1).map(endOf));
    }
  });

  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("append" as const),
        process: fc.nat(4),
        count: fc.integer({ min: 1, max: 100 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const), process: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("age" as const), days: fc.integer({ min: 1, max: 45 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("expire" as const), atMost: fc.integer({ min: 1, max: 9 }) }),
    },
  );

  it("keeps the order of the commits and loses nothing, whatever crashes, races and expires", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.nat(), async (steps, seed) => {
        const lossRandom = seededRandom(seed + 1);
        const loss = () => {
          const drawn = lossRandom();
          if (drawn < 0.05) return "request";
          return drawn < 0.1 ? "answer" : undefined;
        };
        const { time, table, chains, open } = setUp({ processes: 5, seed, loss });
        const appended: string[] = [];
        const commits: Promise<unknown>[] = [];
        for (const one of steps) {
          if (one.kind === "append") {
            const chunk = aChunk(one.count);
            const noted = chains[one.process]?.commit(owner, chunk).then(
              () => appended.push(nameOf(chunk)),
              () => undefined,
            );
            if (noted) commits.push(noted);
          }
          if (one.kind === "wait") await time.run(one.ms);
          // A new process knows nothing, while requests of the dead one are still under way.
          if (one.kind === "crash") chains[one.process] = open();
          // An append never lasts for days.
          if (one.kind === "age") {
            await time.run(60_000);
            await Promise.all(commits);
            await time.run(one.days * DAY_MS);
          }
          if (one.kind === "expire") table.expire(one.atMost);
        }
        await time.run(60_000);
        await Promise.all(commits);
        expectInOrder(table.committed, true);
        const names = table.committed.map(nameOf);
        for (const name of appended) expect(names).toContain(name);
        for (const [i, chunk] of table.committed.entries()) {
          const before = table.committed[i - 1];
          const isBehind = before === undefined ? chunk.first === 1 : chunk.first === endOf(before);
          // A leap occurs only where nothing of the chain was left.
          if (!isBehind) expect(chunk.ttl - (before?.ttl ?? 0)).toBeGreaterThan(30 * 86_400);
        }
      }),
      { numRuns: 150 },
    );
  });
});
