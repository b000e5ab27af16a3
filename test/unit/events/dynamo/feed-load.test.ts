import { describe, expect, it } from "vitest";
import { type FeedLoad, type FeedLoadFigures, feedUnderLoad } from "../../../support/feed-load.ts";

/** These figures are those of docs/decisions/key-of-the-next-chunk.md, with room for chance. */
const LOADS: readonly (readonly [load: FeedLoad, least: Partial<FeedLoadFigures>, most: Partial<FeedLoadFigures>])[] = [
  [{ shards: 1, eventsPerSecond: 2000 }, { eventsPerSecond: 1900 }, { triesPerAppend: 1, writeUnitsPerEvent: 0.1 }],
  [{ shards: 4, eventsPerSecond: 200 }, { eventsPerSecond: 190 }, { triesPerAppend: 1.5, writeUnitsPerEvent: 0.5 }],
  [
    { shards: 4, eventsPerSecond: 10_000 },
    { eventsPerSecond: 3400 },
    { triesPerAppend: 1.5, writeUnitsPerEvent: 0.14 },
  ],
  [{ shards: 16, eventsPerSecond: 1000 }, { eventsPerSecond: 900 }, { triesPerAppend: 1.9, writeUnitsPerEvent: 0.25 }],
  [
    { shards: 16, eventsPerSecond: 10_000 },
    { eventsPerSecond: 3300 },
    { triesPerAppend: 1.9, writeUnitsPerEvent: 0.14 },
  ],
  [{ shards: 64, eventsPerSecond: 1000 }, { eventsPerSecond: 850 }, { triesPerAppend: 2.7, writeUnitsPerEvent: 0.45 }],
  [
    { shards: 64, eventsPerSecond: 10_000 },
    { eventsPerSecond: 5500 },
    { triesPerAppend: 2.7, writeUnitsPerEvent: 0.18 },
  ],
];

describe("one owner's chain under load, in simulated time", () => {
  it.each(LOADS)("stays within its figures: %o", async (load, least, most) => {
    const figures = await feedUnderLoad(load);
    if (process.env.SHOW_LOAD) console.log(JSON.stringify({ ...load, reached: figures }));
    expect(figures.failed).toBe(0);
    for (const name of Object.keys(least) as (keyof FeedLoadFigures)[])
      expect(figures[name]).toBeGreaterThanOrEqual(least[name] ?? 0);
    for (const name of Object.keys(most) as (keyof FeedLoadFigures)[])
      expect(figures[name]).toBeLessThanOrEqual(most[name] ?? 0);
  });
});
