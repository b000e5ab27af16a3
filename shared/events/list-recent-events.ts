import { firstFitting } from "../kernel/answer-size.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid } from "../kernel/refusal.ts";
import type { RecentEventListing, RecentEventPage } from "./contract/panel-events.ts";
import type { Feed, StoredEvent } from "./ports.ts";

/** Of a page's events in its answer; the rest of what Lambda takes is for what stands around them. */
const MAX_PAGE_BYTES = 4_000_000;
/** So many events are looked at in one read, and so many reads are made for a page: a filter that matches little answers a short one. */
const WINDOW = 100;
const MAX_WINDOWS = 10;

export interface ListRecentEventsDeps {
  readonly feed: Pick<Feed, "read" | "head">;
  readonly cursors: Cursors;
}

/** One page of the owner's feed from its end backwards, for people. */
export async function listRecentEvents(
  { feed, cursors }: ListRecentEventsDeps,
  owner: Owner,
  { cursor, limit, types: asked }: RecentEventListing,
): Promise<RecentEventPage> {
  const types = [...new Set(asked)].sort();
  const binding = { owner, query: JSON.stringify(["recent-events", ...types]) };
  const from = cursor === undefined ? await feed.head(owner) : positionIn(cursors.read(cursor, binding));
  const wanted = { from, limit, types: new Set<string>(types) };
  const { events, before } = cutToFit(await walkBack(feed, owner, wanted));
  return {
    events: events.map(({ event }) => event),
    ...(before > 0 && { nextCursor: cursors.issue(String(before), binding) }),
  };
}

function positionIn(text: string | undefined): number {
  if (text === undefined) throw invalid("cursor is not valid");
  return Number(text);
}

interface Walk {
  /** Newest first. */
  readonly events: readonly StoredEvent[];
  /** The newest position that has not been looked at; 0 when there is none. */
  readonly before: number;
}

interface Wanted {
  readonly from: number;
  readonly limit: number;
  readonly types: ReadonlySet<string>;
}

async function walkBack(feed: Pick<Feed, "read">, owner: Owner, { from, limit, types }: Wanted): Promise<Walk> {
  const found: StoredEvent[] = [];
  let before = from;
  for (let windows = 0; windows < MAX_WINDOWS && before > 0; windows++) {
    const after = Math.max(0, before - WINDOW);
    const upTo = before;
    const read = await feed.read(owner, { after, limit: upTo - after });
    // In the place of expired ones there are some of the window before.
    const events = read.events.filter(({ position }) => position <= upTo);
    // What is older is gone as well.
    if (events.length === 0) return { events: found, before: 0 };
    for (const stored of events.toReversed()) {
      if (found.length === limit) return { events: found, before: stored.position };
      if (types.size === 0 || types.has(stored.event.type)) found.push(stored);
    }
    before = after;
  }
  return { events: found, before };
}

function cutToFit({ events, before }: Walk): Walk {
  const { length } = firstFitting(
    events.map(({ event }) => event),
    MAX_PAGE_BYTES,
  );
  const next = events[length];
  return next === undefined ? { events, before } : { events: events.slice(0, length), before: next.position };
}
