import { firstFitting } from "../kernel/answer-size.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid } from "../kernel/refusal.ts";
import { type EventListing, NOW, type ShownEventPage } from "./contract/feed.ts";
import type { Feed, FeedPage } from "./ports.ts";

export interface ListEventsDeps {
  readonly feed: Pick<Feed, "read" | "head">;
  readonly cursors: Cursors;
}

/** Returns one page of the owner's feed (D40b). A cursor is valid only for the same owner and the same types, in any order. */
export async function listEvents(
  { feed, cursors }: ListEventsDeps,
  owner: Owner,
  { cursor, limit, types: asked }: EventListing,
): Promise<ShownEventPage> {
  const types = [...new Set(asked)].sort();
  const binding = { owner, query: JSON.stringify(["events", ...types]) };
  const page = (events: ShownEventPage["events"], position: number): ShownEventPage => ({
    events,
    nextCursor: cursors.issue(String(position), binding),
  });
  if (cursor === NOW) return page([], await feed.head(owner));
  const position = cursor === undefined ? "0" : cursors.read(cursor, binding);
  if (position === undefined) throw invalid("cursor is not valid");
  const read = await feed.read(owner, {
    after: Number(position),
    limit,
    ...(types.length > 0 && { types: new Set(types) }),
  });
  return page(...fitting(read));
}

/** Returns the events that fit into one answer, and the position after which the next page begins. */
function fitting({ events, next }: FeedPage): [events: ShownEventPage["events"], position: number] {
  const shown = firstFitting(events.map(({ event }) => event));
  const isCut = shown.length < events.length;
  return [shown, isCut ? (events[shown.length - 1]?.position ?? next) : next];
}
