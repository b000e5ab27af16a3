import type { Feed } from "../events/ports.ts";
import type { Owner } from "../kernel/owner.ts";

/** An event's own time may be this much later than its commit, whose time is in full seconds and by the writer's clock. */
const CLOCKS_DIFFER_MS = 60_000;
/** Each step of the search halves the range, so 64 steps are enough for any number of positions. */
const MAX_STEPS = 64;
const READ_AT_ONCE = 500;
/** After this many reads the search stops early; the replay then sends a few more events than requested, and misses none. */
const MAX_READS = 10;

export interface FeedSpan {
  readonly sinceMs: number;
  /** The last position of the search. */
  readonly until: number;
}

type ReadableFeed = Pick<Feed, "read">;

/** Returns the position just before the owner's first event of this time or later; `until` if there is none. */
export async function positionBefore(feed: ReadableFeed, owner: Owner, { sinceMs, until }: FeedSpan): Promise<number> {
  let after = await firstCommitted(feed, owner, { sinceMs: sinceMs - CLOCKS_DIFFER_MS, until });
  for (let reads = 0; reads < MAX_READS && after < until; reads++) {
    const { events, next } = await feed.read(owner, { after, limit: READ_AT_ONCE });
    const first = events.find(({ event }) => Date.parse(event.timestamp) >= sinceMs);
    if (first !== undefined) return Math.min(first.position - 1, until);
    if (next === after) return until;
    after = next;
  }
  return Math.min(after, until);
}

/** Searches by times of commits, which order the feed. Events' own times do not, because a change may be announced hours later. */
async function firstCommitted(feed: ReadableFeed, owner: Owner, { sinceMs, until }: FeedSpan): Promise<number> {
  let [low, high] = [0, until];
  for (let steps = 0; steps < MAX_STEPS && low < high; steps++) {
    const after = Math.floor((low + high) / 2);
    const { events, next } = await feed.read(owner, { after, limit: 1 });
    const [first] = events;
    if (first !== undefined && first.committedAtMs >= sinceMs) high = after;
    else low = Math.max(first?.position ?? next, after + 1);
  }
  return Math.min(low, until);
}
