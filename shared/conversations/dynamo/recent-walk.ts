import { isWindowOpen, SERVICE_WINDOW_MS } from "../../chat/domain/service-window.ts";
import type { Conversation } from "../domain/conversation.ts";
import type { ConversationPage, ConversationQuery } from "../ports/conversation-store.ts";
import { after, BOTTOM, msOf, TOP } from "./conversation-position.ts";
import { firstCursor, type ListCursor, nextCursor, readCursor, wasDone, writeCursor } from "./list-cursor.ts";

/** A conversation took a new position; it was at `from` before, or nowhere when it is new. */
export interface Move {
  readonly to: string;
  readonly id: string;
  readonly from?: string | undefined;
}
export interface Placed {
  readonly position: string;
  readonly conversation: Conversation;
}

/** One owner's list, as it can be read. */
export interface RecentReader {
  /** Moves to positions above `position`, lowest first. Strongly consistent. */
  movesAbove(position: string, limit: number): Promise<readonly Move[]>;
  /** Highest first. May lag behind a little. */
  below(position: string, limit: number): Promise<readonly Placed[]>;
  read(ids: readonly string[]): Promise<ReadonlyMap<string, Conversation>>;
}

/** What one page may cost at most: notes of moves, and conversations that a filter leaves out. */
export const MAX_MOVES = 1000;
const MAX_EXAMINED = 1000;
const FILTERED_BATCH = 250;

interface Step {
  readonly reader: RecentReader;
  readonly query: ConversationQuery;
  readonly cursor: ListCursor;
}

/**
 * One page of a list that moves while it is read. A client goes down the list; what moves to the top meanwhile would be missed.
 * So each page first looks through the moves since the last one: what was still below the client's place, and no longer is,
 * comes now. What has left a place above was given out already, and a new conversation has left none. Then the page goes on downwards.
 */
export async function recentPage(reader: RecentReader, query: ConversationQuery): Promise<ConversationPage> {
  const cursor = query.after === undefined ? firstCursor(query.nowMs) : readCursor(query.after);
  const step = { reader, query, cursor };
  const moved = cursor.below === TOP ? NOTHING_MOVED : await takeMoved(step);
  if (moved.reachedMs !== undefined) return pageOf(moved.found, nextCursor(cursor, moved, query.nowMs));
  const lower = await takeBelow(step, moved.found);
  const settled = await settle(step, lower);
  const found = [...moved.found, ...settled.found.map(({ conversation }) => conversation)];
  const done = [...moved.done, ...settled.done];
  if (settled.below === BOTTOM) return pageOf(found);
  return pageOf(found, nextCursor({ ...cursor, below: settled.below }, { done }, query.nowMs));
}

function pageOf(found: readonly Conversation[], next?: ListCursor): ConversationPage {
  const conversations = [...found].sort((a, b) => b.updatedAtMs - a.updatedAtMs);
  return next === undefined ? { conversations } : { conversations, next: writeCursor(next) };
}

const isFiltered = ({ window, phonePart }: ConversationQuery): boolean =>
  window !== undefined || phonePart !== undefined;

function isWanted(conversation: Conversation, { window, phonePart, nowMs }: ConversationQuery): boolean {
  if (phonePart !== undefined && !(conversation.customerPhone ?? "").includes(phonePart)) return false;
  return window === undefined || isWindowOpen(conversation.latestInboundAtMs, nowMs) === (window === "open");
}

interface Moved {
  readonly found: readonly Conversation[];
  /** Notes that need no second look. */
  readonly done: readonly string[];
  /** Undefined when all moves were looked through; else there are more, after this moment. */
  readonly reachedMs?: number | undefined;
}

/** At the beginning nothing is owed. */
const NOTHING_MOVED: Moved = { found: [], done: [] };

async function takeMoved({ reader, query, cursor }: Step): Promise<Moved> {
  const moves = await reader.movesAbove(after(cursor.sinceMs), MAX_MOVES);
  // A move to a place below is met on the way down.
  const open = moves.filter((move) => !wasDone(cursor, move.to) && move.to >= cursor.below);
  const leaving = open.filter((move) => leaves(move, cursor.below));
  const owed = await reader.read([...new Set(leaving.map(({ id }) => id))]);
  const wanted = leaving.filter(({ id }) => isWantedIn(owed, id, query));
  const next = wanted[query.limit];
  // What there is no room for waits, and what came after it too.
  const taken = next === undefined ? open : open.slice(0, open.indexOf(next));
  const stop = next ?? (moves.length < MAX_MOVES ? undefined : moves.at(-1));
  const found = wanted.slice(0, query.limit).flatMap(({ id }) => owed.get(id) ?? []);
  const foundIds = new Set(found.map(({ id }) => id));
  return {
    found,
    // With the earlier moves of what was found: the place goes down past them.
    done: [...taken, ...moves.filter(({ id }) => foundIds.has(id))].map(({ to }) => to),
    reachedMs: stop && msOf(stop.to) - 1,
  };
}

function isWantedIn(owed: ReadonlyMap<string, Conversation>, id: string, query: ConversationQuery): boolean {
  const conversation = owed.get(id);
  return conversation !== undefined && isWanted(conversation, query);
}

interface Lower {
  readonly examined: readonly Placed[];
  readonly found: readonly Placed[];
  /** The new place. */
  readonly below: string;
}

async function takeBelow({ reader, query, cursor }: Step, taken: readonly Conversation[]): Promise<Lower> {
  const room = query.limit - taken.length;
  const takenIds = new Set(taken.map(({ id }) => id));
  const isMatch = ({ conversation }: Placed) => !takenIds.has(conversation.id) && isWanted(conversation, query);
  const size = isFiltered(query) ? FILTERED_BATCH : room + 1;
  const examined: Placed[] = [];
  let below = cursor.below;
  while (below !== BOTTOM && examined.length < MAX_EXAMINED) {
    const batch = await reader.below(below, size);
    const recent = batch.filter((placed) => !isTooOld(placed, query));
    examined.push(...recent);
    below = recent.length < size ? BOTTOM : (recent.at(-1)?.position ?? BOTTOM);
    if (examined.filter(isMatch).length > room) break;
  }
  const matches = examined.filter(isMatch);
  // One more than there is room for: so the client learns that this page is not the last.
  const next = matches[room];
  if (next === undefined) return { examined, found: matches, below };
  const kept = examined.slice(0, examined.indexOf(next));
  return { examined: kept, found: matches.slice(0, room), below: kept.at(-1)?.position ?? cursor.below };
}

/** An open window means a message within the last day, and every message moves its conversation: further down all are closed. */
const isTooOld = ({ position }: Placed, { window, nowMs }: ConversationQuery): boolean =>
  window === "open" && msOf(position) <= nowMs - SERVICE_WINDOW_MS;

/**
 * What moved just before it was read may be in none of the two. The page then ends above the place where it will be found: the
 * next page meets it there, or among the moves.
 */
async function settle(
  { reader, cursor }: Step,
  { examined, found, below }: Lower,
): Promise<Pick<Lower, "found" | "below"> & { readonly done: readonly string[] }> {
  const moves = await reader.movesAbove(after(cursor.sinceMs), MAX_MOVES);
  const seen = new Set(examined.map(({ conversation }) => conversation.id));
  const unseen = moves.filter(({ id }) => !seen.has(id));
  const [highest] = examined;
  // The first page begins where the list began when it was read; what came on top since then is no part of it.
  const above = cursor.below === TOP && highest !== undefined ? `${highest.position}~` : cursor.below;
  const left = unseen
    .filter((move) => leaves(move, above) && !wasDone(cursor, move.to))
    .map(({ from = BOTTOM }) => from);
  const stayed = [...new Map(unseen.map((move) => [move.id, move.to])).values()].filter((to) => to < above);
  const place = [...left, ...stayed].filter((position) => position >= below).reduce(higher, below);
  const kept = examined.filter(({ position }) => position >= place);
  const keptIds = new Set(kept.map(({ conversation }) => conversation.id));
  return {
    found: found.filter(({ position }) => position >= place),
    below: place,
    done: moves.filter(({ id }) => keptIds.has(id)).map(({ to }) => to),
  };
}

/** Just above the higher one: a place that begins there has it below. */
const higher = (place: string, position: string): string => (`${position}~` > place ? `${position}~` : place);
/** A conversation is gone from below this place, and was not new. */
const leaves = ({ from, to }: Move, place: string): boolean => from !== undefined && from < place && to >= place;
