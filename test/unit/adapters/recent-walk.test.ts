import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { positionOf } from "../../../shared/conversations/dynamo/conversation-position.ts";
import { type Move, type RecentReader, recentPage } from "../../../shared/conversations/dynamo/recent-walk.ts";
import type { ConversationQuery } from "../../../shared/conversations/ports/conversation-store.ts";
import { inMemoryReader } from "../../support/in-memory-conversation-store.ts";

const OWNER = "owner";
const START_MS = 1_800_000_000_000;
const idOf = (n: number) => `${String(n).padStart(8, "0")}-0000-5000-8000-000000000000`;

/** A list into which customers write while it is paged through. */
class MovingList {
  readonly conversations = new Map();
  readonly moves: { owner: string; move: Move }[] = [];
  nowMs = START_MS;

  /** A write that took `lateMs` to arrive: its time is older than that of others which are there already. */
  arrive(id: string, lateMs = 0): void {
    const known = this.conversations.get(id);
    const atMs = Math.max(known?.updatedAtMs ?? 0, this.nowMs - lateMs);
    const next = {
      owner: OWNER,
      id,
      chatAccountId: "a",
      customerKey: id,
      customerPhone: `+${Number(id.slice(0, 8))}`,
      latestInboundAtMs: atMs,
      updatedAtMs: atMs,
    };
    this.conversations.set(id, next);
    const [from, to] = [known && positionOf(known), positionOf(next)];
    if (to !== undefined && to !== from) this.moves.push({ owner: OWNER, move: { to, id, from } });
  }

  /** Before every single read something may happen, too. */
  reader(beforeRead: () => void): RecentReader {
    const reader = inMemoryReader(this, OWNER);
    const first =
      <Args extends unknown[], Answer>(read: (...args: Args) => Promise<Answer>) =>
      (...args: Args) => {
        beforeRead();
        return read(...args);
      };
    return { movesAbove: first(reader.movesAbove), below: first(reader.below), read: first(reader.read) };
  }
}

interface Arrival {
  readonly who: number;
  readonly lateMs: number;
  readonly laterMs: number;
}
const arrival = fc.record({
  who: fc.integer({ min: 0, max: 14 }),
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })),
  laterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 4000 })),
});
const scenario = fc.record({
  existing: fc.integer({ min: 0, max: 12 }),
  ageMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 }), fc.constant(3_600_000)),
  limit: fc.integer({ min: 1, max: 6 }),
  betweenPages: fc.array(fc.array(arrival, { maxLength: 8 }), { maxLength: 8 }),
  betweenReads: fc.array(fc.array(arrival, { maxLength: 2 }), { maxLength: 30 }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Given> ? Given : never;

async function walk(list: MovingList, { limit, betweenPages, betweenReads }: Scenario) {
  const seen: string[] = [];
  const happen = (arrivals: readonly Arrival[] = []) => {
    for (const { who, lateMs, laterMs } of arrivals) {
      list.nowMs += laterMs;
      list.arrive(idOf(who), lateMs);
    }
  };
  const [pages, reads] = [[...betweenPages], [...betweenReads]];
  const reader = list.reader(() => happen(reads.shift()));
  let after: string | undefined;
  for (let page = 0; page < 200; page++) {
    const answer = await recentPage(reader, { limit, nowMs: list.nowMs, after });
    expect(answer.conversations.length).toBeLessThanOrEqual(limit);
    seen.push(...answer.conversations.map(({ id }) => id));
    if (answer.next === undefined) return seen;
    after = answer.next;
    happen(pages.shift());
  }
  throw new Error("the list has no end");
}

describe("recentPage()", () => {
  it("gives every conversation that was there at the start exactly once, and a new one at most once, whatever arrives meanwhile", () =>
    fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const list = new MovingList();
        for (let n = 0; n < given.existing; n++) {
          list.nowMs += n % 3;
          list.arrive(idOf(n));
        }
        list.nowMs += given.ageMs;
        const before = [...list.conversations.keys()];
        const seen = await walk(list, given);
        expect(new Set(seen.filter((id) => before.includes(id)))).toEqual(new Set(before));
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: 400 },
    ));

  async function all(list: MovingList, query: Partial<ConversationQuery>) {
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      const page = await recentPage(
        list.reader(() => {}),
        { limit: 2, nowMs: list.nowMs, ...query, after },
      );
      pages.push(page.conversations.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    return pages;
  }

  it("lists newest first, in full pages, and ends without an empty one", async () => {
    const list = new MovingList();
    for (let n = 0; n < 4; n++) {
      list.nowMs += 10_000;
      list.arrive(idOf(n));
    }
    expect(await all(list, {})).toEqual([
      [idOf(3), idOf(2)],
      [idOf(1), idOf(0)],
    ]);
    expect(await all(new MovingList(), {})).toEqual([[]]);
  });

  it("fills pages through a filter, and stops looking for open windows where all are closed", async () => {
    const list = new MovingList();
    for (let n = 0; n < 600; n++) {
      list.nowMs += 600_000;
      list.arrive(idOf(n));
    }
    const open = await all(list, { window: "open", limit: 100 });
    expect(open.map((page) => page.length)).toEqual([100, 44]);
    const closed = await all(list, { window: "closed", limit: 100 });
    expect(closed.flat()).toHaveLength(456);
    expect((await all(list, { phonePart: "59" })).flat()).toEqual(
      [599, 598, 597, 596, 595, 594, 593, 592, 591, 590, 559, 459, 359, 259, 159, 59].map(idOf),
    );
  });

  it("reads a bounded number of conversations for one page, however little a filter matches", async () => {
    const list = new MovingList();
    for (let n = 0; n < 3000; n++) {
      list.nowMs += 1000;
      list.arrive(idOf(n));
    }
    let reads = 0;
    const reader = list.reader(() => {
      reads++;
    });
    const page = await recentPage(reader, { limit: 5, nowMs: list.nowMs, phonePart: "77777" });
    expect(page.conversations).toEqual([]);
    expect(page.next).toBeDefined();
    expect(reads).toBeLessThanOrEqual(8);
  });

  it("keeps its cursor short under a storm of messages", async () => {
    const list = new MovingList();
    for (let n = 0; n < 500; n++) list.arrive(idOf(n));
    const first = await recentPage(
      list.reader(() => {}),
      { limit: 1, nowMs: list.nowMs },
    );
    for (let n = 0; n < 450; n++) {
      list.nowMs += 1;
      list.arrive(idOf(n));
    }
    const second = await recentPage(
      list.reader(() => {}),
      { limit: 100, nowMs: list.nowMs, after: first.next },
    );
    expect(second.conversations).toHaveLength(100);
    expect((second.next ?? "").length).toBeLessThan(2200);
  });
});
