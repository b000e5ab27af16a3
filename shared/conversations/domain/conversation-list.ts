import { isUnread, waitingSince } from "./attention.ts";
import type { Conversation } from "./conversation.ts";
import { containsTerm, type SearchTerm } from "./search-term.ts";
import { isWindowOpen, SERVICE_WINDOW_MS } from "./service-window.ts";

/** `open` means every conversation that is not done. */
export type ConversationState = "open" | "waiting" | "unread" | "done";

export interface ConversationFilter {
  readonly nowMs: number;
  readonly window?: "open" | "closed" | undefined;
  /** Only conversations of customers whose number contains these digits. */
  readonly phonePart?: string | undefined;
  readonly state?: ConversationState | undefined;
  /** The customer's name, number or last message contains it. */
  readonly term?: SearchTerm | undefined;
  /** Conversations in which somebody was waiting at this time are left out. */
  readonly notWaitingAtMs?: number | undefined;
}

/** A conversation's position in its owner's list, newest first; no two conversations share one. */
export type Place = Pick<Conversation, "id" | "updatedAtMs">;

/**
 * A client's walk through a list whose order changes. The client first goes down, from the newest conversation to the oldest. A message
 * that is written meanwhile moves its conversation to the top, where the client has been already. So the client then goes up, over the
 * conversations that have moved since the walk began. Conversations only move upwards, so the way up meets each of them.
 */
export interface ListWalk {
  readonly beganMs: number;
  readonly way: "down" | "up";
  /** The last conversation that was read in this direction. */
  readonly place?: Place | undefined;
  /** Marks (`markOf`) of conversations that were shown already and are not shown again, as many as fit into a cursor. */
  readonly shown: readonly string[];
}

/**
 * A write has the time at which it began, and becomes visible later. So the way up begins this much before the walk. It is more time than
 * a write with its repetitions takes, and more than clocks differ.
 */
const GRACE_MS = 2000;
/** A walk ends although messages keep moving conversations: the way up stops at moves that came this long after the walk began. */
const WALK_MS = 2 * 86_400_000;
/** The way down keeps marks of this many conversations, the newest, because the newest are the likeliest to move and be met again. */
const FIRST_SHOWN = 200;
/** The way up keeps this many more marks, of the conversations shown last, so that a few busy conversations do not fill every page. */
const LAST_SHOWN = 64;

export const firstWalk = (nowMs: number): ListWalk => ({ beganMs: nowMs, way: "down", shown: [] });
export const turned = ({ beganMs, shown }: ListWalk): ListWalk => ({ beganMs, way: "up", shown });
/** Returns the period whose moved conversations the way up has to read. */
export const wayUp = ({ beganMs }: ListWalk) => ({ afterMs: beganMs - GRACE_MS, untilMs: beganMs + WALK_MS });

export const isFiltered = ({ window, phonePart, state, term }: ConversationFilter): boolean =>
  [window, phonePart, state, term].some((one) => one !== undefined);

const IS_IN: Readonly<Record<ConversationState, (conversation: Conversation) => boolean>> = {
  open: ({ isDone }) => !isDone,
  waiting: (one) => waitingSince(one) !== undefined,
  unread: (one) => !one.isDone && isUnread(one),
  done: ({ isDone = false }) => isDone,
};

const searchedIn = ({ profileName = "", customerPhone = "", last }: Conversation) => ({
  texts: [profileName, last?.text ?? ""],
  number: customerPhone,
});

const isFound = (conversation: Conversation, { phonePart, term }: ConversationFilter): boolean =>
  (phonePart === undefined || (conversation.customerPhone ?? "").includes(phonePart)) &&
  (term === undefined || containsTerm(term, searchedIn(conversation)));

const isInState = (conversation: Conversation, { state, notWaitingAtMs = 0 }: ConversationFilter): boolean =>
  (state === undefined || IS_IN[state](conversation)) &&
  (waitingSince(conversation) ?? Number.POSITIVE_INFINITY) > notWaitingAtMs;

export function isWanted(conversation: Conversation, filter: ConversationFilter): boolean {
  const { window, nowMs } = filter;
  if (!isFound(conversation, filter) || !isInState(conversation, filter)) return false;
  return window === undefined || isWindowOpen(conversation.latestInboundAtMs, nowMs) === (window === "open");
}

/** True when no conversation from here down has an open window. Messages move conversations up, so none here got one within 24 hours. */
export const isBelowAllWanted = ({ updatedAtMs }: Conversation, { window, nowMs }: ConversationFilter): boolean =>
  window === "open" && updatedAtMs <= nowMs - SERVICE_WINDOW_MS;

/** The first ten hexadecimal digits of a conversation's id are 40 bits: enough to tell conversations apart, and short in a cursor. */
export const MARK_LENGTH = 10;
const markOf = ({ id }: Conversation): string => id.replace("-", "").slice(0, MARK_LENGTH);

function remember({ way, shown }: ListWalk, found: readonly Conversation[]): readonly string[] {
  const all = [...shown, ...found.map(markOf)];
  const first = all.slice(0, FIRST_SHOWN);
  return way === "down" ? first : [...first, ...all.slice(FIRST_SHOWN).slice(-LAST_SHOWN)];
}

export interface Steps {
  readonly found: readonly Conversation[];
  readonly walk: ListWalk;
  /** True when the page was full before everything was read. */
  readonly hasMore: boolean;
}

/** Continues the walk over conversations that were read, as long as the page has room. */
export function walkOver(
  walk: ListWalk,
  met: readonly Conversation[],
  { room, filter }: { readonly room: number; readonly filter: ConversationFilter },
): Steps {
  // Only the way up can meet a conversation that was shown already.
  const seen = new Set(walk.way === "up" ? walk.shown : []);
  const wanted = met.filter((one) => isWanted(one, filter) && !seen.has(markOf(one)));
  const next = wanted[room];
  const passed = next === undefined ? met : met.slice(0, met.indexOf(next));
  const found = wanted.slice(0, room);
  const last = passed.at(-1);
  const place = last === undefined ? walk.place : { id: last.id, updatedAtMs: last.updatedAtMs };
  return { found, walk: { ...walk, place, shown: remember(walk, found) }, hasMore: next !== undefined };
}

/** Sorts a page; a conversation that was read twice is shown as it was read last. */
export function newestFirst(conversations: readonly Conversation[]): readonly Conversation[] {
  const latest = new Map(conversations.map((one) => [one.id, one]));
  return [...latest.values()].sort((a, b) => b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? 1 : -1));
}
