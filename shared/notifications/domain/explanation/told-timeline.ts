import { CHECK_STAGE } from "../delivery.ts";
import {
  countOf,
  type Notification,
  type RecipientRecord,
  type RecipientState,
  recipientStates,
} from "../notification.ts";
import { neverBack, type TimelineEvent, type TimelineSource, timelineOf } from "../timeline.ts";
import type { Explained, Explanations } from "./explain.ts";

export const TOLD_EVENTS = [
  "accepted",
  "approval_requested",
  "approved",
  "declined",
  "retrying",
  "interrupted",
  "recipient_refused",
  "recipient_deferred",
  "recipient_suppressed",
  "submitted",
  "sent",
  "delivered",
  "read",
  "failed",
  "canceled",
  "bounced",
  "complained",
  "resent",
] as const;

/** An entry of a timeline as callers read it (D46). */
export interface ToldEvent {
  readonly at: string;
  readonly event: (typeof TOLD_EVENTS)[number];
  readonly attempt?: number | undefined;
  readonly recipient?: string | undefined;
  readonly code?: string | undefined;
  /** The provider answered with this text. */
  readonly response?: string | undefined;
  readonly retryAt?: string | undefined;
  /** The notification that sends the content again has this id. */
  readonly notificationId?: string | undefined;
}

export const OUTCOMES = [
  "waiting",
  "accepted",
  "deferred",
  "refused",
  "suppressed",
  "failed",
  "canceled",
  "delivered",
  "read",
  "bounced",
  "complained",
] as const;

export interface ToldRecipient {
  /** The recipient is absent when the content is no longer stored. */
  readonly recipient?: string | undefined;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly response?: string | undefined;
}

type Told = Explained &
  Pick<Notification, "attempts" | "createdAt" | "updatedAt" | "lastCrash"> &
  Pick<TimelineSource, "resends" | "decidedAtMs">;

/** Gives the provider's text, or else its bare code; undefined when the provider was not asked. */
export const responseIn = ({
  stage,
  code,
  text,
}: Pick<RecipientRecord, "code" | "text"> & { readonly stage?: string | undefined }): string | undefined =>
  stage === CHECK_STAGE ? undefined : text || (code === undefined ? undefined : String(code));

/** Lists everything that happened, oldest first. A server's answers about single recipients come before the end of their attempt. */
export function toldTimeline(
  notification: Told,
  addresses: readonly string[],
  explanations: RecipientExplanations,
): ToldEvent[] {
  const events = timelineOf(notification);
  const told = events.flatMap((event, i) => {
    const at = event.event === "interrupted" ? noticedAt(events, i, notification.updatedAt) : event.at;
    const one = { ...toldEvent(event), at, code: explanations.eventCode(notification, event) };
    return [...recipientsOf(notification, event, { addresses, explanations }), one];
  });
  return neverBack(told);
}

type RecipientExplanations = Pick<Explanations, "eventCode" | "recipientCode">;

/** Returns when a stopped worker was noticed: the time of the next event, because nobody saw it stop. */
const noticedAt = (events: readonly TimelineEvent[], i: number, updatedAt: string): string =>
  events.slice(i + 1).flatMap((event) => ("at" in event ? [event.at] : []))[0] ?? updatedAt;

function toldEvent(event: TimelineEvent): Omit<ToldEvent, "at" | "code"> {
  switch (event.event) {
    case "accepted":
    case "canceled":
    case "approval_requested":
    case "approved":
    case "declined":
      return { event: event.event };
    case "resent":
      return { event: "resent", notificationId: event.notificationId };
    case "interrupted":
      return { event: "interrupted", attempt: event.attempt };
    case "given_up":
      return { event: "failed" };
    case "left_out":
      return { event: EVENT_OF[event.to] };
    case "feedback":
      return { event: event.kind, recipient: event.recipient, response: event.text };
    case "reported":
      return { event: event.report, response: event.text };
    case "attempted":
      return { event: EVENT_OF[event.to], attempt: event.attempt, response: responseIn(event), retryAt: event.retryAt };
  }
}

const EVENT_OF = {
  pending: "retrying",
  processing: "retrying",
  submitted: "submitted",
  sent: "sent",
  failed: "failed",
  canceled: "canceled",
} as const satisfies Readonly<Record<Notification["status"], ToldEvent["event"]>>;

const EVENT_OF_RESULT = {
  refused: "recipient_refused",
  deferred: "recipient_deferred",
  suppressed: "recipient_suppressed",
} as const;

/** Returns an attempt's results for single recipients. Older records do not name their attempt and are shown with the last one. */
function recipientsOf(
  notification: Told,
  event: TimelineEvent,
  { addresses, explanations }: { readonly addresses: readonly string[]; readonly explanations: RecipientExplanations },
): ToldEvent[] {
  const { recipients = [], history = [] } = notification;
  if (event.event !== "attempted" && event.event !== "left_out") return [];
  const last = history.at(-1)?.attempt;
  // The recipients of an attempt that was not counted have the number that it would have had.
  const judgedIn = event.event === "left_out" ? event.attempt + 1 : event.attempt;
  return recipients
    .filter(({ attempt = last }) => attempt === judgedIn)
    .flatMap((record) =>
      record.result === "accepted"
        ? []
        : {
            at: event.at,
            event: EVENT_OF_RESULT[record.result],
            ...(event.event === "attempted" && { attempt: event.attempt }),
            recipient: addresses[record.to],
            code: explanations.recipientCode(notification, record),
            response: recordedResponse(record),
          },
    );
}

/** A suppressed recipient's text is our own, so it is no response. */
const recordedResponse = (record: RecipientRecord): string | undefined =>
  record.result === "suppressed" ? undefined : responseIn(record);

/** Tells what became of every recipient. Without records of their own, all share the status of the notification. */
export function toldRecipients(notification: Told, addresses: readonly string[]): ToldRecipient[] {
  const shared = { outcome: sharedOutcome(notification), response: responseIn(notification.history?.at(-1) ?? {}) };
  const recipientCount = addresses.length > 0 ? addresses.length : countOf(notification);
  const states = recipientStates({ ...notification, recipientCount });
  // Without the content only the recipients with records or reports of their own are known.
  const known = addresses.length > 0 ? states : states.filter(({ record, report }) => record ?? report);
  return known.map((state) => ({
    recipient: addresses[state.to] ?? state.report?.recipient,
    ...(ownOutcome(state) ?? shared),
  }));
}

/** Returns what became of one recipient alone. What was reported last says most. */
function ownOutcome({ record, report }: RecipientState): Omit<ToldRecipient, "recipient"> | undefined {
  if (report !== undefined) return { outcome: report.kind, response: report.text };
  return record && { outcome: record.result, response: recordedResponse(record) };
}

function sharedOutcome({ status, provider }: Told): ToldRecipient["outcome"] {
  if (status === "failed" || status === "canceled") return status;
  if (status !== "sent") return "waiting";
  if (provider?.readAtMs !== undefined) return "read";
  return provider?.deliveredAtMs === undefined ? "accepted" : "delivered";
}
