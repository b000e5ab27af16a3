import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoActivityLog } from "../../../shared/activity/dynamo/activity-log.ts";
import type { ActivityReader } from "../../../shared/activity/ports.ts";
import type { ActivityLog } from "../../../shared/edge/ports.ts";
import type { ActivityEntry, ActivityScope } from "../../../shared/kernel/activity.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryActivityLog } from "../../support/in-memory-activity-log.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;

/** Tests the promises that every ActivityLog keeps. */
function activityContract(name: string, open: (clock: Clock) => ActivityLog & ActivityReader): void {
  describe(`ActivityLog: ${name}`, () => {
    const setUp = () => {
      const clock = fakeClock();
      const owner = anOwner();
      const anEntry = (changes: Partial<ActivityEntry> = {}): ActivityEntry => ({
        id: crypto.randomUUID(),
        at: new Date(clock.now()).toISOString(),
        actor: { sub: owner, name: "Ann Berg" },
        kind: "webhook",
        action: "changed",
        recordId: crypto.randomUUID(),
        recordName: "https://example.com/",
        fields: ["event_types"],
        requestId: "request-1",
        ...changes,
      });
      return { clock, log: open(clock), owner, scope: { owner } satisfies ActivityScope, anEntry };
    };
    const minutes = (clock: Clock, count: number) => new Date(clock.now() + count * 60_000).toISOString();
    const all = { limit: 100 };

    it("gives entries back as they were, newest first", async () => {
      const { log, clock, scope, anEntry } = setUp();
      const entries = [0, 1, 2].map((count) => anEntry({ at: minutes(clock, count) }));
      for (const entry of entries) await log.add(scope, entry);
      expect(await log.list(scope, all)).toEqual({ entries: entries.toReversed() });
    });

    it("goes on from a page that another period began", async () => {
      const { log, clock, scope, anEntry } = setUp();
      const [early, middle, late] = [0, 1, 2].map((count) => anEntry({ at: minutes(clock, count) }));
      for (const entry of [early, middle, late]) await log.add(scope, entry as ActivityEntry);
      const { next } = await log.list(scope, { limit: 2 });
      expect(next).toBeDefined();
      const from = async (period: object) =>
        (await log.list(scope, { ...all, ...period, after: next as string })).entries;
      expect(await from({ since: minutes(clock, 2) })).toEqual([]);
      const { next: newest } = await log.list(scope, { limit: 1 });
      const older = await log.list(scope, { ...all, until: minutes(clock, 1), after: newest as string });
      expect(older.entries).toEqual([early]);
    });

    it("keeps an entry without a name, an id or fields", async () => {
      const { log, scope, owner, anEntry } = setUp();
      const { recordId: _id, recordName: _name, fields: _fields, ...rest } = anEntry({ actor: { sub: owner } });
      await log.add(scope, rest);
      expect((await log.list(scope, all)).entries).toEqual([rest]);
    });

    it("keeps the same entry once, however often it is added", async () => {
      const { log, scope, anEntry } = setUp();
      const entry = anEntry();
      await Promise.all([1, 2, 3].map(() => log.add(scope, entry)));
      expect((await log.list(scope, all)).entries).toEqual([entry]);
    });

    it("keeps owners and administrators apart", async () => {
      const { log, owner, scope, anEntry } = setUp();
      await log.add(scope, anEntry());
      const other = anOwner();
      expect((await log.list({ owner: other }, all)).entries).toEqual([]);
      const entry = anEntry({ kind: "chat_account", actor: { sub: owner } });
      await log.add("administration", entry);
      const { entries } = await log.list("administration", { ...all, actor: owner });
      expect(entries).toEqual([entry]);
      expect((await log.list(scope, { ...all, kind: "chat_account" })).entries).toEqual([]);
    });

    it("finds by kind, person and time", async () => {
      const { log, clock, scope, anEntry } = setUp();
      const other = anOwner();
      const key = anEntry({ kind: "api_key", action: "created", at: minutes(clock, 1) });
      const theirs = anEntry({ actor: { sub: other }, at: minutes(clock, 2) });
      const late = anEntry({ at: minutes(clock, 3) });
      for (const entry of [key, theirs, late]) await log.add(scope, entry);
      const find = async (query: object) => (await log.list(scope, { ...all, ...query })).entries;
      expect(await find({ kind: "api_key" })).toEqual([key]);
      expect(await find({ actor: other })).toEqual([theirs]);
      expect(await find({ since: minutes(clock, 2) })).toEqual([late, theirs]);
      expect(await find({ until: minutes(clock, 2) })).toEqual([key]);
      expect(await find({ since: minutes(clock, 2), until: minutes(clock, 3) })).toEqual([theirs]);
      expect(await find({ since: minutes(clock, 3), until: minutes(clock, 2) })).toEqual([]);
    });

    it("walks page by page through everything, a filter or not", async () => {
      const { log, clock, scope, anEntry } = setUp();
      for (let count = 0; count < 23; count++)
        await log.add(scope, anEntry({ at: minutes(clock, count), kind: count % 3 === 0 ? "api_key" : "webhook" }));
      for (const [kind, total] of [[undefined, 23] as const, ["api_key", 8] as const]) {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await log.list(scope, { limit: 5, kind, after });
          seen.push(...page.entries.map(({ id }) => id));
          after = page.next;
        } while (after !== undefined);
        expect(new Set(seen).size).toBe(total);
        expect(seen).toHaveLength(total);
      }
    });

    it("forgets after a year", async () => {
      const { log, clock, scope, anEntry } = setUp();
      await log.add(scope, anEntry());
      clock.advance(365 * DAY_MS);
      expect((await log.list(scope, all)).entries).toHaveLength(1);
      clock.advance(2 * DAY_MS);
      expect((await log.list(scope, all)).entries).toEqual([]);
    });
  });
}

activityContract("in memory", inMemoryActivityLog);
activityContract("DynamoDB", (clock) => new DynamoActivityLog(fixture.client, { table: "Events", clock }));
