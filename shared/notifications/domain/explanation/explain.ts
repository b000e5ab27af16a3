import { type Feedback, lastOfEach } from "../feedback.ts";
import {
  countOf,
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
  RETURNED_STAGE,
} from "./explainer.ts";
import { STATES, type StateCode } from "./states.ts";

export interface Explanation extends ExplanationText {
  readonly code: string;
  /** The RFC 3339 time of the next attempt is given while one is planned. */
  readonly willRetryAt?: string | undefined;
}

export type Explained = Pick<Notification, "channel" | "status" | "lastError" | "recipients" | "history" | "provider"> &
  Partial<Pick<Notification, "sendAt" | "updatedAt" | "recipientCount" | "feedback" | "approval">>;

export interface Explanations {
  /** Explains why a notification has its status, and what its owner can do (D46). */
  readonly explain: (notification: Explained) => Explanation;
  readonly explanationOf: (code: string) => Explanation;
  /** Returns the code that explains one event of a timeline; undefined when nothing went wrong. */
  readonly eventCode: (notification: Explained, event: TimelineEvent) => string | undefined;
  /** Returns the code that explains the result for one recipient; undefined when the server accepted the recipient. */
  readonly recipientCode: (notification: Pick<Explained, "channel">, record: RecipientRecord) => string | undefined;
  /** Returns the code that explains what was reported of a recipient; undefined for a delivery. */
  readonly reportCode: (notification: Pick<Explained, "channel">, report: Feedback) => string | undefined;
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
    reportCode: (notification, report) => reportCode(notification, report, why),
  };
}

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
      if (notification.feedback !== undefined) return feedbackCode(notification);
      if (provider?.readAtMs !== undefined) return "read";
      return provider?.deliveredAtMs === undefined ? "sent" : "delivered";
    case "failed":
      return failureCode(notification, why);
    case "canceled":
      return canceledCode(notification);
  }
}

/** Explains a sent notification by what was reported afterwards. */
function feedbackCode(notification: Explained): StateCode {
  const { feedback = [] } = notification;
  for (const kind of ["complained", "bounced"] as const) if (feedback.some((one) => one.kind === kind)) return kind;
  return lastOfEach(feedback).size === countOf(notification) ? "delivered" : "sent";
}

function canceledCode({ approval }: Explained): StateCode {
  if (approval === "declined") return "declined";
  return approval === "expired" ? "approval_expired" : "canceled";
}

/** The codes that explain a single status. Every other code explains a failure, or the wait for a retry. */
const STANDS: Readonly<Record<string, Status>> = {
  waiting: "pending",
  waiting_for_approval: "pending",
  scheduled: "pending",
  sending: "processing",
  submitted: "submitted",
  sent: "sent",
  delivered: "sent",
  read: "sent",
  bounced: "sent",
  complained: "sent",
  partly_delivered: "sent",
  canceled: "canceled",
  declined: "canceled",
  approval_expired: "canceled",
};

/** Lists the statuses that this code may explain. */
export function statusesOf(code: string): readonly Status[] {
  const status = STANDS[code];
  return status === undefined ? ["failed", "pending"] : [status];
}

export const isOfFailure = (code: string): boolean => STANDS[code] === undefined;

/** Explains a failure by the report of the last attempt. If the last error is not from that attempt, only its text is used. */
function failureCode(notification: Explained, why: WhyOf): string {
  const { lastError: text = "", history = [] } = notification;
  const last = history.at(-1);
  const isOfLast = last !== undefined && text.startsWith(last.text ?? "");
  return why(notification, isOfLast ? { ...last, text } : { text });
}

/** A redrive makes failures with these codes pending again. From then on the code no longer explains why the notification waits. */
const TAKEN_BACK: ReadonlySet<string> = new Set(["delivery_crashed", "delivery_interrupted"]);

function waitingCode(notification: Explained, why: WhyOf): string {
  const code = notification.lastError ? failureCode(notification, why) : waitsFor(notification);
  return TAKEN_BACK.has(code) ? "waiting" : code;
}

/** A notification waits for `sendAt` only if that time was still ahead when it was given. */
function waitsFor({ sendAt = "", updatedAt, approval }: Explained): StateCode {
  if (approval === "requested") return "waiting_for_approval";
  return updatedAt !== undefined && sendAt > updatedAt ? "scheduled" : "waiting";
}

function eventCode(notification: Explained, event: TimelineEvent, why: WhyOf): string | undefined {
  const { lastError } = notification;
  switch (event.event) {
    case "accepted":
      return undefined;
    case "canceled":
    case "approval_requested":
    case "approved":
    case "resent":
      return undefined;
    case "declined":
      return canceledCode(notification);
    case "interrupted":
      return "attempt_interrupted";
    case "attempted":
      return attemptCode(notification, event, why);
    case "given_up":
      return why(notification, { text: lastError });
    case "left_out":
      return event.to === "sent" ? "partly_delivered" : why(notification, { text: lastError });
    case "feedback":
      return reportCode(notification, event, why);
    case "reported":
      return event.report === "failed" ? why(notification, { text: event.text }) : undefined;
  }
}

/** What came back is explained like a refusal with its status (D45b). */
function reportCode(
  notification: Pick<Explained, "channel">,
  { kind, status, text }: Feedback,
  why: WhyOf,
): string | undefined {
  if (kind === "bounced") return why(notification, { stage: RETURNED_STAGE, status, text });
  return kind === "complained" ? "complained" : undefined;
}

function attemptCode(notification: Explained, entry: TimelineEntry, why: WhyOf): string | undefined {
  const { lastError } = notification;
  if (entry.to === "submitted") return undefined;
  // What was reported later is not the attempt's.
  if (entry.to === "sent")
    return isPartlyDelivered({ ...notification, feedback: undefined }) ? "partly_delivered" : undefined;
  return why(notification, { ...entry, text: entry.text ?? lastError });
}
