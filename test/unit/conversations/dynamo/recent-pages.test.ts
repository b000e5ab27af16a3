import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../../shared/conversations/domain/conversation.ts";
import { toConversationItem } from "../../../../shared/conversations/dynamo/conversation-item.ts";
import { recentPage } from "../../../../shared/conversations/dynamo/recent-pages.ts";
import type { ConversationQuery } from "../../../../shared/conversations/ports.ts";
import { HmacCursors } from "../../../../shared/kernel/hmac-cursors.ts";
import { anOwner } from "../../../support/an-owner.ts";

const OWNER = anOwner("owner");
const START_MS = 1_800_000_000_000;
const idOf = (n: number) => `${String(n).padStart(8, "0")}-0000-5000-8000-000000000000`;

/** Represents an index into which customers write while it is read page by page. */
class MovingIndex {
  readonly conversations = new Map<string, Conversation>();
  nowMs = START_MS;
  queries = 0;

  /** Adds a write that took `lateMs` to arrive, so that its time is older than that of existing ones. */
  arrive(id: string, lateMs = 0): void {
    const known = this.conversations.get(id);
    const atMs = Math.max(known?.updatedAtMs ?? 0, this.nowMs - lateMs);
    const of = { owner: OWNER, id, chatAccountId: "a", customerKey: id, customerPhone: `+${Number(id.slice(0, 8))}` };
    this.conversations.set(id, { ...of, latestInboundAtMs: atMs, updatedAtMs: atMs });
  }

  /** Reads a page. Something may also happen before every single read. */
  read(query: ConversationQuery, beforeRead: () => void = () => {}) {
    const send = async (command: object) => {
      if (!(command instanceof QueryCommand)) throw new Error("a page is read by queries alone");
      beforeRead();
      this.queries += 1;
      return { Items: this.#answer(command.input) };
    };
    const client = { send } as unknown as DynamoDBDocumentClient;
    return recentPage({ client, table: "Chat", owner: OWNER }, query);
  }

  #answer({ ExpressionAttributeValues: values = {}, Limit, ScanIndexForward }: QueryCommand["input"]) {
    const [low, high] = [String(values[":from"] ?? ""), String(values[":until"] ?? values[":place"])];
    const sorted = [...this.conversations.values()]
      .map((one) => toConversationItem(one, 1))
      .sort((a, b) => (String(a.position) < String(b.position) ? -1 : 1))
      .filter(({ position }) => String(position) >= low && String(position) < high);
    return (ScanIndexForward ? sorted : sorted.reverse()).slice(0, Limit);
  }
}

interface Arrival {
  readonly who: number;
  readonly lateMs: number;
  readonly laterMs: number;
}
const arrivalOf = (max: number) =>
  fc.record({
    who: fc.integer({ min: 0, max }),
    lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })),
    laterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 4000 })),
  });
const scenarioOf = (max: number, limit: number) =>
  fc.record({
    existing: fc.integer({ min: 0, max }),
    ageMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 }), fc.constant(3_600_000)),
    limit: fc.integer({ min: 1, max: limit }),
    betweenPages: fc.array(fc.array(arrivalOf(max + 2), { maxLength: 8 }), { maxLength: 8 }),
    betweenReads: fc.array(fc.array(arrivalOf(max + 2), { maxLength: 2 }), { maxLength: 30 }),
  });

type Scenario = ReturnType<typeof scenarioOf> extends fc.Arbitrary<infer Given> ? Given : never;

/** Returns the ids that existed at the start, and those that were shown. */
async function walk({ existing, ageMs, limit, betweenPages, betweenReads }: Scenario) {
  const index = new MovingIndex();
  for (let n = 0; n < existing; n++) {
    index.nowMs += n % 3;
    index.arrive(idOf(n));
  }
  index.nowMs += ageMs;
  const before = [...index.conversations.keys()];
  const seen: string[] = [];
  const happen = (arrivals: readonly Arrival[] = []) => {
    for (const { who, lateMs, laterMs } of arrivals) {
      index.nowMs += laterMs;
      index.arrive(idOf(who), lateMs);
    }
  };
  const [pages, reads] = [[...betweenPages], [...betweenReads]];
  let after: string | undefined;
  for (let page = 0; page < 500; page++) {
    const { conversations, next } = await index.read({ limit, nowMs: index.nowMs, after }, () => happen(reads.shift()));
    expect(conversations.length).toBeLessThanOrEqual(limit);
    const times = conversations.map(({ updatedAtMs }) => updatedAtMs);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const ids = conversations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    seen.push(...ids);
    if (next === undefined) return { before, seen };
    after = next;
    happen(pages.shift());
  }
  throw new Error("the list has no end");
}

describe("recentPage()", () => {
  it("shows every conversation that was there at the start, and none twice where they are few, whatever arrives meanwhile", () =>
    fc.assert(
      fc.asyncProperty(scenarioOf(12, 6), async (given) => {
        const { before, seen } = await walk(given);
        expect(new Set(seen.filter((id) => before.includes(id)))).toEqual(new Set(before));
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: 400 },
    ));

  it("misses none of many, which may come twice", () =>
    fc.assert(
      fc.asyncProperty(scenarioOf(260, 70), async (given) => {
        const { before, seen } = await walk(given);
        const shown = new Set(seen);
        expect(before.filter((id) => !shown.has(id))).toEqual([]);
      }),
      { numRuns: 60 },
    ));

  async function all(index: MovingIndex, query: Partial<ConversationQuery>) {
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      const page = await index.read({ limit: 2, nowMs: index.nowMs, ...query, after });
      pages.push(page.conversations.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    return pages;
  }

  it("lists newest first, in full pages, and ends without an empty one", async () => {
    const index = new MovingIndex();
    for (let n = 0; n < 4; n++) {
      index.nowMs += 10_000;
      index.arrive(idOf(n));
    }
    expect(await all(index, {})).toEqual([
      [idOf(3), idOf(2)],
      [idOf(1), idOf(0)],
    ]);
    expect(await all(new MovingIndex(), {})).toEqual([[]]);
  });

  it("shows conversations that all were written to a moment before once each", async () => {
    const index = new MovingIndex();
    for (let n = 0; n < 200; n++) {
      index.nowMs += 5;
      index.arrive(idOf(n));
    }
    const pages = await all(index, { limit: 25 });
    expect(pages.map((page) => page.length)).toEqual([25, 25, 25, 25, 25, 25, 25, 25]);
    expect(new Set(pages.flat()).size).toBe(200);
  });

  it("fills pages through a filter, and stops looking for open windows where all are closed", async () => {
    const index = new MovingIndex();
    for (let n = 0; n < 600; n++) {
      index.nowMs += 600_000;
      index.arrive(idOf(n));
    }
    const open = await all(index, { window: "open", limit: 100 });
    expect(open.map((page) => page.length)).toEqual([100, 44]);
    const closed = await all(index, { window: "closed", limit: 100 });
    expect(closed.flat()).toHaveLength(456);
    expect((await all(index, { phonePart: "59" })).flat()).toEqual(
      [599, 598, 597, 596, 595, 594, 593, 592, 591, 590, 559, 459, 359, 259, 159, 59].map(idOf),
    );
  });

  it("reads a bounded number of conversations for one page, however little a filter matches", async () => {
    const index = new MovingIndex();
    for (let n = 0; n < 3000; n++) {
      index.nowMs += 1000;
      index.arrive(idOf(n));
    }
    const page = await index.read({ limit: 5, nowMs: index.nowMs, phonePart: "77777" });
    expect(page.conversations).toEqual([]);
    expect(page.next).toBeDefined();
    expect(index.queries).toBeLessThanOrEqual(8);
  });

  it("shows those who are written to all the time once, keeps nobody from their turn, and ends", async () => {
    const index = new MovingIndex();
    for (let n = 0; n < 300; n++) {
      index.nowMs += 60_000;
      index.arrive(idOf(n));
    }
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await index.read({ limit: 25, nowMs: index.nowMs, after });
      seen.push(...page.conversations.map(({ id }) => id));
      after = page.next;
      index.nowMs += 1000;
      for (let n = 0; n < 60; n++) index.arrive(idOf(n));
    } while (after !== undefined && seen.length < 1000);
    expect(after).toBeUndefined();
    expect(new Set(seen).size).toBe(300);
    expect(seen).toHaveLength(300);
  });

  it("ends, however fast customers write, two days after it began", async () => {
    const index = new MovingIndex();
    for (let n = 0; n < 300; n++) {
      index.nowMs += 60_000;
      index.arrive(idOf(n));
    }
    let [after, pages]: [string | undefined, number] = [undefined, 0];
    do {
      const page = await index.read({ limit: 25, nowMs: index.nowMs, after });
      after = page.next;
      pages += 1;
      index.nowMs += 3_600_000;
      for (let n = 0; n < 300; n++) index.arrive(idOf(n));
    } while (after !== undefined && pages < 1000);
    expect(after).toBeUndefined();
  });

  it("keeps its cursor short under a storm of messages", async () => {
    const index = new MovingIndex();
    for (let n = 0; n < 500; n++) index.arrive(idOf(n));
    let after: string | undefined;
    for (let page = 0; page < 4; page++) {
      after = (await index.read({ limit: 100, nowMs: index.nowMs, after })).next;
      expect((after ?? "").length).toBeLessThan(2000);
      for (let n = 0; n < 450; n++) {
        index.nowMs += 1;
        index.arrive(idOf(n));
      }
    }
    expect(after).toBeDefined();
    expect(new HmacCursors("k".repeat(32)).issue(after ?? "", { owner: OWNER, query: "all" }).length).toBeLessThan(
      4096,
    );
  });
});
