import {
  isPartlyDelivered,
  type Notification,
  type RecipientRecord,
  type Status,
  type TimelineEntry,
} from "../notification.ts";
import type { TimelineEvent } from "../timeline.ts";
import {
  allExplanations,
  answerCode,
  type Explainers,
  type ExplanationText,
  type ProviderAnswer,
} from "./explainer.ts";
import { STATES, type StateCode } from "./states.ts";

export interface Explanation extends ExplanationText {
  readonly code: string;
  /** RFC 3339; while another attempt is planned. */
  readonly willRetryAt?: string | undefined;
}

export type Explained = Pick<Notification, "channel" | "status" | "lastError" | "recipients" | "history" | "provider"> &
  Partial<Pick<Notification, "sendAt" | "updatedAt">>;

/** What can be said of notifications, with the explanations of their channels. */
export interface Explanations {
  /** D46: why a notification is as it is, and what its owner can do about it. */
  readonly explain: (notification: Explained) => Explanation;
  /** The sentences of a published code. */
  readonly explanationOf: (code: string) => Explanation;
  /** The code of one event of a timeline; none where nothing went wrong. */
  readonly eventCode: (notification: Explained, event: TimelineEvent) => string | undefined;
  /** The code of what became of one recipient; none when the server accepted it. */
  readonly recipientCode: (notification: Pick<Explained, "channel">, record: RecipientRecord) => string | undefined;
}

export function explanationsOf(explainers: Explainers): Explanations {
  const texts = allExplanations(Object.values(explainers).map((one) => one.explanations));
  const explanationOf = (code: string): Explanation => ({ code, ...(texts[code] ?? STATES.unknown) });
  const why: WhyOf = ({ channel }, answer) => answerCode(explainers, channel, answer);
  return {
    explanationOf,
    explain: (notification) => ({ ...explanationOf(stateCode(notification, why)), ...retryOf(notification) }),
    eventCode: (notification, event) => eventCode(notification, event, why),
    recipientCode: (notification, { result, code, text }) =>
      result === "accepted" ? undefined : why(notification, { stage: "recipients", code, text }),
  };
}

/** Why an attempt failed. */
type WhyOf = (notification: Pick<Explained, "channel">, answer: ProviderAnswer) => string;

function retryOf({ status, history = [] }: Explained): Pick<Explanation, "willRetryAt"> {
  const willRetryAt = status === "pending" ? history.at(-1)?.retryAt : undefined;
  return willRetryAt === undefined ? {} : { willRetryAt };
}

function stateCode(notification: Explained, why: WhyOf): string {
  const { status, provider } = notification;
  switch (status) {
    case "pending":
      return waitingCode(notification, why);
    case "processing":
      return "sending";
    case "submitted":
      return "submitted";
    case "sent":
      if (isPartlyDelivered(notification)) return "partly_delivered";
      if (provider?.readAtMs !== undefined) return "read";
      return provider?.deliveredAtMs === undefined ? "sent" : "delivered";
    case "failed":
      return failureCode(notification, why);
    case "canceled":
      return "canceled";
  }
}

/** Where these codes stand; any other is of a failure, or of the wait after one. */
const STANDS: Readonly<Record<string, Status>> = {
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
export function statusesOf(code: string): readonly Status[] {
  const status = STANDS[code];
  return status === undefined ? ["failed", "pending"] : [status];
}

export const isOfFailure = (code: string): boolean => STANDS[code] === undefined;

/** The last attempt tells where it ended; a cause that is not that attempt's tells all there is itself. */
function failureCode(notification: Explained, why: WhyOf): string {
  const { lastError: text = "", history = [] } = notification;
  const last = history.at(-1);
  const isOfLast = last !== undefined && text.startsWith(last.text ?? "");
  return why(notification, isOfLast ? { ...last, text } : { text });
}

/** Of an operator's redrive: the cause of the end that was taken back is no cause of the wait. */
const TAKEN_BACK: ReadonlySet<string> = new Set(["delivery_crashed", "delivery_interrupted"]);

function waitingCode(notification: Explained, why: WhyOf): string {
  const code = notification.lastError ? failureCode(notification, why) : waitsFor(notification);
  return TAKEN_BACK.has(code) ? "waiting" : code;
}

/** A time that was past when it was given means at once. */
const waitsFor = ({ sendAt = "", updatedAt }: Explained): StateCode =>
  updatedAt !== undefined && sendAt > updatedAt ? "scheduled" : "waiting";

function eventCode(notification: Explained, event: TimelineEvent, why: WhyOf): string | undefined {
  const { lastError } = notification;
  switch (event.event) {
    case "accepted":
      return undefined;
    case "canceled":
      return undefined;
    case "interrupted":
      return "attempt_interrupted";
    case "attempted":
      return attemptCode(notification, event, why);
    case "given_up":
      return why(notification, { text: lastError });
    case "reported":
      return event.report === "failed" ? why(notification, { text: event.text }) : undefined;
  }
}

function attemptCode(notification: Explained, entry: TimelineEntry, why: WhyOf): string | undefined {
  const { lastError } = notification;
  if (entry.to === "submitted") return undefined;
  if (entry.to === "sent") return isPartlyDelivered(notification) ? "partly_delivered" : undefined;
  return why(notification, { ...entry, text: entry.text ?? lastError });
}
