import { describe, expect, it } from "vitest";
import { aClient } from "./a-server.ts";

const anEvent = (n: number) => ({
  id: `evt_0190b2a0-0000-7000-8000-00000000000${n}`,
  type: "notification.sent",
  timestamp: "2026-01-01T00:00:00Z",
  data: {},
});
const aPage = (events: readonly object[], next_cursor: string) => ({ status: 200, json: { events, next_cursor } });

describe("events.listen()", () => {
  it("follows the cursor, waits where nothing is new, and ends with its signal", async () => {
    const { herald, seen, paused } = aClient([
      aPage([anEvent(1), anEvent(2)], "b"),
      aPage([], "c"),
      aPage([anEvent(3)], "d"),
      "never",
    ]);
    const { signal, abort } = ending();
    const heard: string[] = [];
    const listening = (async () => {
      for await (const { id } of herald.events.listen({ types: ["notification.sent"], intervalMs: 250, signal })) {
        heard.push(id.slice(-1));
        if (heard.length === 3) abort();
      }
    })();
    await expect(listening).rejects.toThrow("enough");
    expect(heard).toEqual(["1", "2", "3"]);
    expect(seen.map(({ url }) => new URL(url).searchParams.get("cursor"))).toEqual(["now", "b", "c", "d"]);
    expect(seen.every(({ url }) => new URL(url).searchParams.get("types") === "notification.sent")).toBe(true);
    expect(paused).toContain(250);
  });

  it("begins at the oldest event only when a page without a cursor is asked for", async () => {
    const { herald, seen } = aClient([aPage([anEvent(1)], "b")]);
    expect(await herald.events.page({ limit: 1 })).toEqual({ events: [anEvent(1)], next_cursor: "b" });
    expect(seen[0]?.url).toBe("https://herald.test/base/api/v1/events?limit=1");
    expect(seen[0]?.headers.get("authorization")).toBe("Bearer hrld_live_x");
  });
});

function ending() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => setImmediate(() => controller.abort(new Error("enough"))) };
}
