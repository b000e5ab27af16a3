import type { KnownConversation } from "../domain/conversation.ts";

/** Milliseconds until the year 33658. */
const DIGITS = 15;

export const paddedMs = (ms: number): string => String(Math.max(0, Math.floor(ms))).padStart(DIGITS, "0");

/**
 * Where a conversation stands in its owner's list; greater is newer, and no two are equal. Undefined before the customer has
 * written: it is in no list yet.
 */
export const positionOf = ({ id, updatedAtMs, latestInboundAtMs }: KnownConversation): string | undefined =>
  latestInboundAtMs === undefined ? undefined : `${paddedMs(updatedAtMs)}#${id}`;

export const msOf = (position: string): number => Number(position.slice(0, DIGITS));
/** Above every position of this millisecond, below those of the next. */
export const after = (ms: number): string => `${paddedMs(ms)}~`;
export const TOP = "~";
export const BOTTOM = "";
