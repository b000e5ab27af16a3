import type { Owner } from "../kernel/owner.ts";
import { notFound } from "../kernel/refusal.ts";
import type { KeptEvent } from "./contract/kept-event.ts";
import { eventTimeMs } from "./domain/event-id.ts";
import type { Feed } from "./ports.ts";

/** An id has the time of the change, and the feed the time of the commit by another clock. */
const CLOCKS_DIFFER_MS = 60_000;
/** One read takes `WINDOW` events. An event that was committed behind more than `MAX_WINDOWS` reads is not found. */
const WINDOW = 500;
const MAX_WINDOWS = 10;

export interface FindEventDeps {
  readonly feed: Pick<Feed, "read" | "at" | "head">;
}

/**
 * Finds an event of the owner's feed by its id, which has its time.
 * @throws Refusal `not_found`, also for an event that is no longer kept
 */
export async function findEvent({ feed }: FindEventDeps, owner: Owner, id: string): Promise<KeptEvent> {
  let after = await lastBefore(feed, owner, eventTimeMs(id) - CLOCKS_DIFFER_MS);
  for (let windows = 0; windows < MAX_WINDOWS; windows++) {
    const { events, next } = await feed.read(owner, { after, limit: WINDOW });
    const found = events.find(({ event }) => event.id === id);
    if (found !== undefined) return found.event;
    if (next === after) break;
    after = next;
  }
  throw notFound();
}

/** Returns the last position that was committed before a time. An event that is no longer kept was committed earlier. */
async function lastBefore(feed: Pick<Feed, "at" | "head">, owner: Owner, timeMs: number): Promise<number> {
  let before = 0;
  let from = (await feed.head(owner)) + 1;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    const stored = await feed.at(owner, middle);
    if (stored === undefined || stored.committedAtMs < timeMs) before = middle;
    else from = middle;
  }
  return before;
}
