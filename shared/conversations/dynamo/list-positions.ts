import * as z from "zod";
import { isUnread, waitingSince } from "../domain/attention.ts";
import type { KnownConversation } from "../domain/conversation.ts";
import { visibleConversation } from "../domain/conversation-change.ts";
import type { Place } from "../domain/conversation-list.ts";

/** Fifteen digits of milliseconds last until the year 33658. */
const DIGITS = 15;

export const paddedMs = (ms: number): string => String(Math.max(0, Math.floor(ms))).padStart(DIGITS, "0");

/** The sort key of a conversation in the index `recent`: by time, then by id. */
export const placeText = ({ id, updatedAtMs }: Place): string => `${paddedMs(updatedAtMs)}#${id}`;

/** Returns the position in the list; undefined while nobody may see the conversation, because it is in no list then. */
export const positionOf = (known: KnownConversation): string | undefined =>
  visibleConversation(known) && placeText(known);

/** The sort keys of conversations in which a customer waits begin with this. */
export const WAITING = "1#";
const UNREAD_ONLY = "2#";
const UNREAD = "#u";

/**
 * Returns the position in the index `waiting`; undefined when nobody waits and nothing is unread. New messages of a customer who waits
 * leave the position as it is, which saves writes of the index.
 */
export function waitingPositionOf(known: KnownConversation): string | undefined {
  if (known.latestInboundAtMs === undefined || known.isDone) return undefined;
  const since = waitingSince(known);
  if (since !== undefined) return `${WAITING}${paddedMs(since)}#${known.id}${isUnread(known) ? UNREAD : ""}`;
  if (!isUnread(known)) return undefined;
  return `${UNREAD_ONLY}${paddedMs(known.lastCustomer?.occurredAtMs ?? 0)}#${known.id}${UNREAD}`;
}

/** Returns the place behind everybody who has waited since this epoch millisecond, or longer. `~` sorts behind every id. */
export const placeAfter = (sinceMs: number): string => `${WAITING}${paddedMs(sinceMs)}#~`;

export const waitingEntry = z.object({ pk: z.string(), sk: z.string(), waitingPosition: z.string() });
export type WaitingEntry = z.output<typeof waitingEntry>;

export const isWaitingEntry = ({ waitingPosition }: WaitingEntry): boolean => waitingPosition.startsWith(WAITING);
export const isUnreadEntry = ({ waitingPosition }: WaitingEntry): boolean => waitingPosition.endsWith(UNREAD);
