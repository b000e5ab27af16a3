import {
  isPartlyDelivered,
  type Notification,
  type RecipientRecord,
  type Status,
  type TimelineEntry,
} from "../notification.ts";
import type { TimelineEvent } from "../timeline.ts";
import { answerCode } from "./answer-code.ts";
import { EXPLANATIONS, type ExplanationCode, type ExplanationText } from "./explanations.ts";

export interface Explanation extends ExplanationText {
  readonly code: ExplanationCode;
  /** RFC 3339; while another attempt is planned. */
  readonly willRetryAt?: string | undefined;
}

export type Explained = Pick<Notification, "channel" | "status" | "lastError" | "recipients" | "history" | "provider"> &
  Partial<Pick<Notification, "sendAt" | "updatedAt">>;

/** D46: why a notification is as it is, and what its owner can do about it. */
export function explain(notification: Explained): Explanation {
  const { status, history = [] } = notification;
  const code = stateCode(notification);
  const willRetryAt = status === "pending" ? history.at(-1)?.retryAt : undefined;
  return { ...explanationOf(code), ...(willRetryAt !== undefined && { willRetryAt }) };
}

export const explanationOf = (code: ExplanationCode): Explanation => ({ code, ...EXPLANATIONS[code] });

function stateCode(notification: Explained): ExplanationCode {
  const { status, provider } = notification;
  switch (status) {
    case "pending":
      return waitingCode(notification);
    case "processing":
      return "sending";
    case "submitted":
      return "submitted";
    case "sent":
      if (isPartlyDelivered(notification)) return "partly_delivered";
      if (provider?.readAtMs !== undefined) return "read";
      return provider?.deliveredAtMs === undefined ? "sent" : "delivered";
    case "failed":
      return failureCode(notification);
    case "canceled":
      return "canceled";
  }
}

/** Where these codes stand; any other is of a failure, or of the wait after one. */
const STANDS: Readonly<Partial<Record<ExplanationCode, Status>>> = {
  waiting: "pending",
  scheduled: "pending",
  sending: "processing",
  submitted: "submitted",
  sent: "sent",
  delivered: "sent",
  read: "sent",
  partly_delivered: "sent",
  canceled: "canceled",
};

/** The statuses in which a notification may be explained by this code. */
export function statusesOf(code: ExplanationCode): readonly Status[] {
  const status = STANDS[code];
  return status === undefined ? ["failed", "pending"] : [status];
}

export const isOfFailure = (code: ExplanationCode): boolean => STANDS[code] === undefined;

/** The last attempt tells where it ended; a cause that is not that attempt's tells all there is itself. */
function failureCode({ channel, lastError: text = "", history = [] }: Explained): ExplanationCode {
  const last = history.at(-1);
  const isOfLast = last !== undefined && text.startsWith(last.text ?? "");
  return answerCode(channel, isOfLast ? { ...last, text } : { text });
}

/** Of an operator's redrive: the cause of the end that was taken back is no cause of the wait. */
const TAKEN_BACK: ReadonlySet<ExplanationCode> = new Set(["delivery_crashed", "delivery_interrupted"]);

function waitingCode(notification: Explained): ExplanationCode {
  const code = notification.lastError ? failureCode(notification) : waitsFor(notification);
  return TAKEN_BACK.has(code) ? "waiting" : code;
}

/** A time that was past when it was given means at once. */
const waitsFor = ({ sendAt = "", updatedAt }: Explained): ExplanationCode =>
  updatedAt !== undefined && sendAt > updatedAt ? "scheduled" : "waiting";

/** The code of one event of a timeline; none where nothing went wrong. */
export function eventCode(notification: Explained, event: TimelineEvent): ExplanationCode | undefined {
  const { channel, lastError } = notification;
  switch (event.event) {
    case "accepted":
      return undefined;
    case "canceled":
      return undefined;
    case "interrupted":
      return "attempt_interrupted";
    case "attempted":
      return attemptCode(notification, event);
    case "given_up":
      return answerCode(channel, { text: lastError });
    case "reported":
      return event.report === "failed" ? answerCode(channel, { text: event.text }) : undefined;
  }
}

function attemptCode(notification: Explained, entry: TimelineEntry): ExplanationCode | undefined {
  const { channel, lastError } = notification;
  if (entry.to === "submitted") return undefined;
  if (entry.to === "sent") return isPartlyDelivered(notification) ? "partly_delivered" : undefined;
  return answerCode(channel, { ...entry, text: entry.text ?? lastError });
}

/** The code of what became of one recipient; none when the server accepted it. */
export const recipientCode = ({ result, code, text }: RecipientRecord): ExplanationCode | undefined =>
  result === "accepted" ? undefined : answerCode("email", { stage: "recipients", code, text });
