import { excerptOf, messageText } from "../../shared/chat/domain/message-text.ts";
import type { Marks } from "../../shared/conversations/domain/attention.ts";
import type { Attention, ConversationMessage, MessagePlace } from "../../shared/conversations/domain/conversation.ts";

export interface WrittenMessage {
  readonly message: ConversationMessage;
  /** The time when the customer wrote: the provider's timestamp, or our time of receipt if that is earlier. Undefined for other messages. */
  readonly customerWroteAtMs?: number | undefined;
  readonly isReply?: boolean | undefined;
  readonly text?: string | undefined;
}

/** A person's marks on a conversation (read, done), with the number of messages that were written before. */
export interface Marked {
  readonly marks: Marks;
  readonly before: number;
}

const arrived = ({ occurredAtMs, arrivedAtMs = occurredAtMs }: MessagePlace): number => arrivedAtMs;
const byPlace = (a: MessagePlace, b: MessagePlace) =>
  a.occurredAtMs - b.occurredAtMs || arrived(a) - arrived(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const placeOf = ({ id, occurredAtMs, arrivedAtMs }: MessagePlace): MessagePlace => ({
  id,
  occurredAtMs,
  ...(arrivedAtMs !== undefined && { arrivedAtMs }),
});

const isWord = ({ message, customerWroteAtMs }: WrittenMessage) =>
  customerWroteAtMs !== undefined && message.messageType !== "reaction";
const isAnswer = ({ message, isReply = false }: WrittenMessage) =>
  message.direction === "outbound" &&
  message.messageType !== "reaction" &&
  (isReply || message.messageType !== "template");

/** Derives what the store keeps step by step from all messages and marks of a conversation in the order of writing. */
export function attentionIn(all: readonly WrittenMessage[], marked: readonly Marked[]): Attention {
  const newest = [...all].sort((a, b) => byPlace(b.message, a.message))[0];
  if (newest === undefined) return {};
  const written = all.map((one, at) => ({ ...one, at })).filter(isWord);
  const lastWord = [...written].sort((a, b) => byPlace(b.message, a.message))[0];
  const first = Math.min(...all.flatMap(({ customerWroteAtMs = [] }) => customerWroteAtMs));
  const mark = lastMark(marked);
  const done = lastDone(all, marked);
  const answered = (word: (typeof written)[number]) =>
    word.at < done.since ||
    all.some((one, at) => at > word.at && isAnswer(one) && arrived(word.message) <= one.message.occurredAtMs);
  const waiting = written.filter((word) => !answered(word)).map(({ customerWroteAtMs = 0 }) => customerWroteAtMs);
  const unread = written.filter(
    ({ message, at }) => mark === undefined || at >= mark.before || byPlace(message, mark.place) > 0,
  ).length;
  return {
    last: {
      ...placeOf(newest.message),
      direction: newest.message.direction,
      messageType: newest.message.messageType,
      text: excerptOf(newest.text ?? messageText(newest.message)),
    },
    ...(Number.isFinite(first) && { firstWroteAtMs: first }),
    ...(lastWord && { lastCustomer: placeOf(lastWord.message), unread }),
    ...(waiting.length > 0 && { waitingSinceMs: Math.min(...waiting) }),
    ...(mark && { readUpTo: placeOf(mark.place) }),
    ...(done.isDone && { isDone: true }),
  };
}

function lastMark(marked: readonly Marked[]) {
  let last: { readonly place: MessagePlace; readonly before: number } | undefined;
  for (const { marks, before } of marked) {
    const place = marks.readUpTo;
    if (place !== undefined && (last === undefined || byPlace(place, last.place) >= 0)) last = { place, before };
  }
  return last;
}

/** Says whether the conversation is done, and how many messages preceded the last mark as done that a customer's message ended. */
function lastDone(all: readonly WrittenMessage[], marked: readonly Marked[]) {
  let [isDone, before, since] = [false, 0, 0];
  const wordAfter = (at: number) => all.some((one, i) => i >= at && isWord(one));
  for (const { marks, before: at } of marked) {
    const { isDone: wanted, readUpTo } = marks;
    const isStillDone = isDone && !all.some((one, i) => i >= before && i < at && isWord(one));
    if (isDone && !isStillDone) since = before;
    isDone = isStillDone;
    const isUnseen =
      readUpTo !== undefined && all.slice(0, at).some((one) => isWord(one) && byPlace(one.message, readUpTo) > 0);
    if (wanted === true && !isUnseen) [isDone, before] = [true, at];
    if (wanted === false) isDone = false;
  }
  if (isDone && wordAfter(before)) return { isDone: false, since: before };
  return { isDone, since };
}
