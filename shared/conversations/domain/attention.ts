import { excerptOf, messageText } from "../../chat/domain/message-text.ts";
import type { Attention, ConversationMessage, LastMessage, MessagePlace, NewOutbound } from "./conversation.ts";

/** The marks that a person sets in a conversation: read up to a message, done, or open again. */
export interface Marks {
  readonly readUpTo?: MessagePlace | undefined;
  readonly isDone?: boolean | undefined;
}

const arrival = ({ occurredAtMs, arrivedAtMs = occurredAtMs }: MessagePlace): number => arrivedAtMs;

/** Compares two messages for sorting, oldest first. */
export const inHistoryOrder = (a: MessagePlace, b: MessagePlace): number =>
  a.occurredAtMs - b.occurredAtMs || arrival(a) - arrival(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const newer = <Place extends MessagePlace>(known: Place | undefined, place: Place): Place =>
  known === undefined || inHistoryOrder(known, place) < 0 ? place : known;

const placeOf = ({ id, occurredAtMs, arrivedAtMs }: MessagePlace): MessagePlace => ({ id, occurredAtMs, arrivedAtMs });

const lastOf = (message: ConversationMessage, text: string): LastMessage => ({
  ...placeOf(message),
  direction: message.direction,
  messageType: message.messageType,
  text: excerptOf(text),
});

/** A reaction, such as a thumbs-up, neither asks for an answer nor counts as one. */
const isReaction = ({ messageType }: Pick<ConversationMessage, "messageType">): boolean => messageType === "reaction";

/** A customer's message asks for an answer, unless it is a reaction or a notice of the platform. */
export const asksForAnswer = (message: Pick<ConversationMessage, "direction" | "messageType">): boolean =>
  message.direction === "inbound" && !isReaction(message) && message.messageType !== "system";

export interface TheirMessage {
  readonly message: ConversationMessage;
  /** The epoch millisecond of the message by its own timestamp, but never in the future. */
  readonly atMs: number;
  readonly isFromCustomer: boolean;
  /** True when the customer wrote before conversations kept `firstWroteAtMs`. */
  readonly isOldCustomer: boolean;
}

export function afterTheirMessage(known: Attention, { message, atMs, ...theirs }: TheirMessage): Attention {
  const said = { ...known, last: newer(known.last, lastOf(message, messageText(message))) };
  if (!theirs.isFromCustomer) return said;
  const first = known.firstWroteAtMs ?? (theirs.isOldCustomer ? undefined : atMs);
  const met = { ...said, firstWroteAtMs: first && Math.min(first, atMs) };
  if (!asksForAnswer(message)) return met;
  const waitedSince = known.isDone ? atMs : (known.waitingSinceMs ?? atMs);
  return {
    ...met,
    lastCustomer: newer(known.lastCustomer, placeOf(message)),
    waitingSinceMs: Math.min(waitedSince, atMs),
    unread: (known.unread ?? 0) + 1,
    isDone: undefined,
  };
}

export type OurMessage = Pick<NewOutbound, "message" | "isReply" | "text">;

/**
 * A template is an automatic notification and no answer, unless it was sent as a reply. A free-form message is always an answer, because
 * only a customer who wrote can get one (docs/decisions/what-answers-a-customer.md).
 */
const isAnswer = ({ message, isReply = false }: OurMessage): boolean =>
  !isReaction(message) && (isReply || message.messageType !== "template");

export function afterOurMessage(known: Attention, ours: OurMessage): Attention {
  const { message, text = messageText(message) } = ours;
  const said = { ...known, last: newer(known.last, lastOf(message, text)) };
  return isAnswer(ours) ? { ...said, waitingSinceMs: waitingAfter(known, message.occurredAtMs) } : said;
}

/** Returns the newest message with its other words; undefined when another message is the newest. */
export const rewrittenLast = (
  { last }: Attention,
  { message, text = messageText(message) }: Pick<OurMessage, "message" | "text">,
): LastMessage | undefined => (last?.id === message.id ? { ...last, text: excerptOf(text) } : undefined);

/** An answer settles only messages before it: if it is recorded late, a customer's later message keeps waiting. */
function waitingAfter({ waitingSinceMs, lastCustomer }: Attention, answeredAtMs: number): number | undefined {
  if (waitingSinceMs === undefined || lastCustomer === undefined || arrival(lastCustomer) <= answeredAtMs)
    return undefined;
  return Math.max(waitingSinceMs, lastCustomer.occurredAtMs);
}

/** Returns the new read mark; undefined when the stored read mark is at a later message, because marks never go back. */
export const newMark = (known: Attention, { readUpTo }: Marks): MessagePlace | undefined =>
  readUpTo === undefined || (known.readUpTo !== undefined && inHistoryOrder(readUpTo, known.readUpTo) < 0)
    ? undefined
    : readUpTo;

export const hasNewerMessage = ({ lastCustomer }: Attention, place: MessagePlace): boolean =>
  lastCustomer !== undefined && inHistoryOrder(place, lastCustomer) < 0;

/** @param unreadAfter is the number of the customer's messages after `newMark()`; it is not used when there is no new mark */
export function afterMarks(known: Attention, marks: Marks, unreadAfter: number): Attention {
  const mark = newMark(known, marks);
  const read = mark === undefined ? known : { ...known, readUpTo: placeOf(mark), unread: unreadAfter };
  if (marks.isDone === undefined) return read;
  // A person finishes only what they have seen: a message that came meanwhile keeps the conversation open.
  const isUnseen = marks.readUpTo !== undefined && hasNewerMessage(known, marks.readUpTo);
  if (marks.isDone && isUnseen) return read;
  return { ...read, isDone: marks.isDone ? true : undefined };
}

export const waitingSince = ({ isDone, waitingSinceMs }: Attention): number | undefined =>
  isDone ? undefined : waitingSinceMs;

export const isUnread = ({ unread = 0 }: Attention): boolean => unread > 0;
