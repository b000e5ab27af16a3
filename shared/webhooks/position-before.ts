import type { Feed } from "../events/ports.ts";
import type { Owner } from "../kernel/owner.ts";

/** A commit's time is in whole seconds of its writer's clock, so an event's own time may be this much later. */
const CLOCKS_DIFFER_MS = 60_000;
/** Each step of the search halves the range, so this is enough for any number of positions. */
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

/** Returns the position behind which the owner's events of this time or later begin; `until` if there are none. */
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

/** The feed is in the order of commits, and only nearly in that of events' own times: a change may be announced hours later. */
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
