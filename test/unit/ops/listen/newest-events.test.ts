import { describe, expect, it } from "vitest";
import type { EventPage, EventQuery, HeraldEvent } from "../../../../client/src/herald.ts";
import { newestEvents } from "../../../../ops/listen/newest-events.ts";

const eventAt = (n: number, type = "notification.sent") =>
  ({ id: `evt_${n}`, type, timestamp: new Date(n * 1000).toISOString(), data: {} }) as unknown as HeraldEvent;

/** Answers like the feed, in pages of two events. */
function feedOf(all: readonly HeraldEvent[], isEndless = false) {
  const asked: EventQuery[] = [];
  const page = async (query: EventQuery = {}): Promise<EventPage> => {
    asked.push(query);
    if (query.types === "nonsense") throw new Error("unknown type");
    const from = query.cursor === "now" ? all.length : Number(query.cursor ?? 0);
    const events = isEndless ? all.slice(0, 2) : all.slice(from, from + 2);
    return { events: [...events], next_cursor: String(from + events.length) };
  };
  return { asked, events: { page } };
}

describe("newestEvents()", () => {
  const types = ["a", "b", "a", "a", "b"];
  const all = types.map((type, n) => eventAt(n, type));
  const idsOf = async (choice: { types?: string; since?: string; limit: number }) =>
    (await newestEvents(feedOf(all), choice)).map(({ id }) => id);

  it("reads the feed to its end, and keeps the newest, oldest first", async () => {
    expect(await idsOf({ limit: 10 })).toEqual([0, 1, 2, 3, 4].map((n) => `evt_${n}`));
    expect(await idsOf({ limit: 2 })).toEqual(["evt_3", "evt_4"]);
    expect(await newestEvents(feedOf([]), { limit: 2 })).toEqual([]);
  });

  it("keeps those of the types, and from the time on", async () => {
    expect(await idsOf({ limit: 10, types: "a" })).toEqual(["evt_0", "evt_2", "evt_3"]);
    const since = new Date(2000).toISOString();
    expect(await idsOf({ limit: 10, types: "a,b", since })).toEqual(["evt_2", "evt_3", "evt_4"]);
    await expect(idsOf({ limit: 10, types: "nonsense" })).rejects.toThrow("unknown type");
  });

  it("reads no feed without end", async () => {
    const feed = feedOf(all, true);
    await expect(newestEvents(feed, { limit: 2 })).rejects.toThrow("more than 100000 events");
    expect(feed.asked).toHaveLength(200);
  });
});
