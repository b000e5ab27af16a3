import { firstFitting } from "../kernel/answer-size.ts";
import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import type { RecentEventListing, RecentEventPage } from "./contract/panel/events.ts";
import type { Feed, StoredEvent } from "./ports.ts";

/** One read takes `WINDOW` events, and one page takes at most `MAX_WINDOWS` reads. With a rare filter, the page is short. */
const WINDOW = 100;
const MAX_WINDOWS = 10;

export interface ListRecentEventsDeps {
  readonly feed: Pick<Feed, "read" | "head">;
  readonly cursors: Cursors;
}

/** Reads one page of the owner's feed for people, from its end backwards. */
export async function listRecentEvents(
  { feed, cursors }: ListRecentEventsDeps,
  owner: Owner,
  { cursor, limit, types: asked }: RecentEventListing,
): Promise<RecentEventPage> {
  const types = [...new Set(asked)].sort();
  const bound = boundCursors(cursors, owner, JSON.stringify(["recent-events", ...types]));
  const from = Number(bound.read(cursor) ?? (await feed.head(owner)));
  const wanted = { from, limit, types: new Set<string>(types) };
  const { events, before } = cutToFit(await walkBack(feed, owner, wanted));
  return {
    events: events.map(({ event }) => event),
    ...bound.next(before > 0 ? String(before) : undefined),
  };
}

interface Walk {
  /** The events found so far, newest first. */
  readonly events: readonly StoredEvent[];
  /** The newest position that has not been read yet, or 0. */
  readonly before: number;
}

interface Wanted {
  readonly from: number;
  readonly limit: number;
  readonly types: ReadonlySet<string>;
}

async function walkBack(feed: Pick<Feed, "read">, owner: Owner, wanted: Wanted): Promise<Walk> {
  let walk: Walk = { events: [], before: wanted.from };
  for (let windows = 0; windows < MAX_WINDOWS && walk.before > 0; windows++) {
    walk = further(walk, wanted, await windowUpTo(feed, owner, walk.before));
    if (walk.events.length === wanted.limit) break;
  }
  return walk;
}

/** Reads the `WINDOW` positions up to `last`, newest first. */
async function windowUpTo(feed: Pick<Feed, "read">, owner: Owner, last: number): Promise<readonly StoredEvent[]> {
  const after = Math.max(0, last - WINDOW);
  const { events } = await feed.read(owner, { after, limit: last - after });
  // If events of this window have expired, the read also returns later events, which were shown already.
  return events.filter(({ position }) => position <= last).toReversed();
}

/** Adds a window's events to the walk. An empty window ends the walk, because all older events have expired as well. */
function further({ events, before }: Walk, { limit, types }: Wanted, window: readonly StoredEvent[]): Walk {
  const matching = window.filter(({ event }) => types.size === 0 || types.has(event.type));
  const taken = matching.slice(0, limit - events.length);
  const isFull = events.length + taken.length === limit;
  const lookedAt = isFull ? (taken.at(-1)?.position ?? before) : Math.max(1, before - WINDOW + 1);
  return { events: [...events, ...taken], before: window.length === 0 ? 0 : lookedAt - 1 };
}

function cutToFit({ events, before }: Walk): Walk {
  const { length } = firstFitting(events.map(({ event }) => event));
  const next = events[length];
  return next === undefined ? { events, before } : { events: events.slice(0, length), before: next.position };
}
