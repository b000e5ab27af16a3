import * as z from "zod";
import { msOf, TOP } from "./conversation-position.ts";

/**
 * Moves are written at the same time by many, so that one may appear below another that was seen already: those of the last moments
 * are looked through again. Milliseconds; longer than a write takes, with its repetitions, and than clocks differ.
 */
const GRACE_MS = 2000;
/** A cursor has to fit into an address. */
const MAX_DONE = 64;

export interface ListCursor {
  /** The client's place: everything from here upwards has been given out. */
  readonly below: string;
  /** Moves up to here have been looked through. Epoch milliseconds. */
  readonly sinceMs: number;
  /** Moves after `sinceMs` that have been, too. */
  readonly done: readonly string[];
}

const cursorText = z.object({ below: z.string(), sinceMs: z.number(), done: z.array(z.string()) });

/** The time, and enough of the conversation's id to tell two of the same millisecond apart. */
const markOf = (move: string): string => move.slice(0, 24);

export const wasDone = (cursor: ListCursor, move: string): boolean => cursor.done.includes(markOf(move));

export const firstCursor = (nowMs: number): ListCursor => ({ below: TOP, sinceMs: nowMs - GRACE_MS, done: [] });

/** Where the next page begins, after this page's moves. */
export function nextCursor(
  cursor: ListCursor,
  page: { readonly reachedMs?: number | undefined; readonly done: readonly string[] },
  nowMs: number,
): ListCursor {
  const all = [...new Set([...cursor.done, ...page.done.map(markOf)])].sort();
  const old = all.at(-MAX_DONE - 1);
  const reachedMs = Math.min(page.reachedMs ?? nowMs, nowMs - GRACE_MS);
  const sinceMs = Math.max(cursor.sinceMs, reachedMs, old === undefined ? 0 : msOf(old));
  return { below: cursor.below, sinceMs, done: all.filter((mark) => msOf(mark) > sinceMs) };
}

export const writeCursor = (cursor: ListCursor): string => JSON.stringify(cursor);
/** Throws for what `writeCursor` did not write: whoever hands cursors out signs them (D31). */
export const readCursor = (text: string): ListCursor => cursorText.parse(JSON.parse(text));
