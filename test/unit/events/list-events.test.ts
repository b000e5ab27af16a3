import { describe, expect, it } from "vitest";
import { eventQuery } from "../../../shared/events/contract/feed.ts";
import { EVENT_TYPES } from "../../../shared/events/domain/event-types.ts";
import { listEvents } from "../../../shared/events/list-events.ts";
import { HmacCursors } from "../../../shared/kernel/hmac-cursors.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryFeed } from "../../support/in-memory-feed.ts";

const deps = { feed: inMemoryFeed(fakeClock()), cursors: new HmacCursors("k".repeat(32)) };

/** Converts a query string to a page, as over HTTP. */
const ask = async (owner: Owner, query: Record<string, string> = {}) =>
  listEvents(deps, owner, eventQuery.parse(query));
const aFeedOf = async (count: number) => {
  const owner = anOwner();
  const events = Array.from({ length: count }, () => anAnnouncedEvent());
  await deps.feed.append(owner, events);
  return { owner, events };
};

describe("listEvents()", () => {
  it("begins at the oldest, goes on from its cursor, and has one on an empty page too", async () => {
    const { owner, events } = await aFeedOf(5);
    const first = await ask(owner, { limit: "3" });
    expect(first.events).toEqual(events.slice(0, 3));
    const second = await ask(owner, { limit: "3", cursor: first.nextCursor });
    expect(second.events).toEqual(events.slice(3));
    const end = await ask(owner, { cursor: second.nextCursor });
    expect(end.events).toEqual([]);
    const later = anAnnouncedEvent();
    await deps.feed.append(owner, [later]);
    expect((await ask(owner, { cursor: end.nextCursor })).events).toEqual([later]);
  });

  it("begins behind everything with now, and gives the cursor only", async () => {
    const { owner } = await aFeedOf(2);
    const { events, nextCursor } = await ask(owner, { cursor: "now", limit: "1" });
    expect(events).toEqual([]);
    const later = anAnnouncedEvent();
    await deps.feed.append(owner, [later]);
    expect((await ask(owner, { cursor: nextCursor })).events).toEqual([later]);
  });

  it("takes a cursor with another limit, and with the same types in another order", async () => {
    const { owner, events } = await aFeedOf(3);
    const types = "notification.sent,notification.failed";
    const { nextCursor: cursor } = await ask(owner, { types, limit: "1" });
    const same = { types: "notification.failed,notification.sent,notification.sent", cursor, limit: "500" };
    expect((await ask(owner, same)).events).toEqual(events.slice(1));
  });

  it.each<[string, (cursor: string) => Record<string, string>]>([
    ["of other types", (cursor) => ({ cursor, types: "notification.sent" })],
    ["that was changed", (cursor) => ({ cursor: `${cursor.slice(0, -2)}AA` })],
    ["that is none", () => ({ cursor: "Now" })],
    ["that is empty", () => ({ cursor: "" })],
  ])("refuses a cursor %s", async (_, query) => {
    const { owner } = await aFeedOf(1);
    const { nextCursor } = await ask(owner);
    await expect(ask(owner, query(nextCursor))).rejects.toThrow("cursor is not valid");
  });

  it("refuses another owner's cursor", async () => {
    const { owner } = await aFeedOf(1);
    const { nextCursor: cursor } = await ask(owner);
    await expect(ask(anOwner(), { cursor })).rejects.toThrow("cursor is not valid");
  });

  it("shows the types that are asked for", async () => {
    const { owner } = await aFeedOf(3);
    const delivered = anAnnouncedEvent({ type: "notification.delivered" });
    await deps.feed.append(owner, [delivered]);
    expect((await ask(owner, { types: "notification.delivered,webhook.disabled" })).events).toEqual([delivered]);
  });

  it("cuts a page that is too large for one answer, and loses nothing", async () => {
    const owner = anOwner();
    const large = (): ReturnType<typeof anAnnouncedEvent> => {
      const event = anAnnouncedEvent();
      return { ...event, data: { ...event.data, recipient: "a".repeat(150_000) } } as typeof event;
    };
    const events = Array.from({ length: 60 }, large);
    await deps.feed.append(owner, events);
    const found: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; found.length < events.length; pages += 1) {
      const page = await ask(owner, { limit: "500", ...(cursor && { cursor }) });
      expect(JSON.stringify(page).length).toBeLessThan(5_000_000);
      expect(pages).toBeLessThan(10);
      found.push(...page.events.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(events.map(({ id }) => id));
  });

  it.each([
    [{ limit: "0" }, "limit must be an integer from 1 to 500"],
    [{ limit: "501" }, "limit must be an integer from 1 to 500"],
    [{ types: "notification.sent,notification.bouncy" }, "types must be a list of: notification.submitted, "],
    [{ types: "notification.sent," }, "types must be a list of: notification.submitted, "],
  ])("refuses %j", (query, message) => {
    expect(() => eventQuery.parse(query)).toThrow(message);
  });

  it("takes every type, whether it happens or not", () => {
    expect(eventQuery.parse({ types: EVENT_TYPES.join(",") }).types).toEqual(EVENT_TYPES);
    expect(eventQuery.parse({ types: "" }).types).toEqual([]);
  });
});
