import type { KnownConversation } from "../domain/conversation.ts";
import type { Place } from "../domain/conversation-list.ts";

/** Milliseconds until the year 33658. */
const DIGITS = 15;

export const paddedMs = (ms: number): string => String(Math.max(0, Math.floor(ms))).padStart(DIGITS, "0");

/** A place in the list as the index sorts it. */
export const placeText = ({ id, updatedAtMs }: Place): string => `${paddedMs(updatedAtMs)}#${id}`;

/** Undefined before the customer has written: the conversation is in no list yet. */
export const positionOf = (known: KnownConversation): string | undefined =>
  known.latestInboundAtMs === undefined ? undefined : placeText(known);
