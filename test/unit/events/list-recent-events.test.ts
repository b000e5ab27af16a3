import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KeptEvent } from "../../../shared/events/contract/kept-event.ts";
import { recentEventsQuery } from "../../../shared/events/contract/panel/events.ts";
import { listRecentEvents } from "../../../shared/events/list-recent-events.ts";
import { HmacCursors } from "../../../shared/kernel/hmac-cursors.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryFeed } from "../../support/in-memory-feed.ts";

const DAY_MS = 86_400_000;
const TYPES = ["notification.sent", "notification.delivered"] as const;
const clock = fakeClock();
const deps = { feed: inMemoryFeed(clock), cursors: new HmacCursors("k".repeat(32)) };

const ask = async (owner: Owner, query: Record<string, string> = {}) =>
  listRecentEvents(deps, owner, recentEventsQuery.parse(query));

async function all(owner: Owner, query: Record<string, string> = {}): Promise<readonly KeptEvent[]> {
  const found: KeptEvent[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 1000; pages++) {
    const { events, nextCursor } = await ask(owner, { ...query, ...(cursor && { cursor }) });
    found.push(...events);
    if (nextCursor === undefined) return found;
    cursor = nextCursor;
  }
  return expect.fail("the pages do not end");
}

describe("listRecentEvents()", () => {
  it("shows every event once, newest first, whatever the pages' size and the types", async () => {
    const feed = fc.array(fc.constantFrom(...TYPES), { maxLength: 350 });
    const types = fc.uniqueArray(fc.constantFrom(...TYPES));
    await fc.assert(
      fc.asyncProperty(feed, types, fc.integer({ min: 1, max: 100 }), async (happened, wanted, limit) => {
        const owner = anOwner();
        const events = happened.map((type) => anAnnouncedEvent({ type }));
        await deps.feed.append(owner, events);
        const shown = events.filter(({ type }) => wanted.length === 0 || wanted.some((one) => one === type));
        const query = { limit: String(limit), types: wanted.join(",") };
        expect(await all(owner, query)).toEqual(shown.toReversed());
        expect((await ask(owner, query)).events.length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 30 },
    );
  });

  it("ends where the feed has expired, and looks at a bounded part of it for what is rare", async () => {
    const owner = anOwner();
    await deps.feed.append(owner, [anAnnouncedEvent()]);
    clock.advance(31 * DAY_MS);
    const kept = [
      anAnnouncedEvent({ type: "notification.delivered" }),
      ...Array.from({ length: 1200 }, () => anAnnouncedEvent()),
    ];
    await deps.feed.append(owner, kept);
    const first = await ask(owner, { types: "notification.delivered" });
    expect([first.events, first.nextCursor]).toEqual([[], expect.any(String)]);
    expect(await all(owner, { types: "notification.delivered" })).toEqual(kept.slice(0, 1));
    expect(await all(owner)).toHaveLength(kept.length);
  });

  it("is empty, without a next page, for an owner of whom nothing is known", async () => {
    expect(await ask(anOwner())).toEqual({ events: [] });
  });

  it("cuts a page that is too large for one answer, and loses nothing", async () => {
    const owner = anOwner();
    const events = Array.from({ length: 60 }, () => {
      const event = anAnnouncedEvent();
      return { ...event, data: { ...event.data, recipient: "a".repeat(150_000) } } as typeof event;
    });
    await deps.feed.append(owner, events);
    const { events: first } = await ask(owner, { limit: "100" });
    expect(first.length).toBeLessThan(60);
    expect(JSON.stringify(first).length).toBeLessThan(5_000_000);
    expect(await all(owner, { limit: "100" })).toEqual(events.toReversed());
  });

  it("refuses a cursor of other types, of the feed's own route, of another owner, or none at all", async () => {
    const owner = anOwner();
    await deps.feed.append(owner, [anAnnouncedEvent(), anAnnouncedEvent()]);
    const { nextCursor: cursor = "" } = await ask(owner, { limit: "1" });
    const foreign = deps.cursors.issue("1", { owner, query: JSON.stringify(["events"]) });
    for (const query of [
      { cursor, types: "notification.sent" },
      { cursor: foreign },
      { cursor: "now" },
      { cursor: "" },
    ])
      await expect(ask(owner, query)).rejects.toThrow("cursor is not valid");
    await expect(ask(anOwner(), { cursor })).rejects.toThrow("cursor is not valid");
  });
});
