import type { Feedback } from "./feedback.ts";
import type { Approval, Status, TimelineEntry } from "./notification.ts";
import type { ProviderTimes } from "./provider-times.ts";
import type { Resend } from "./resend.ts";

/**
 * A timeline has at most this many entries, enough for every attempt. If there are more, the oldest entries are kept, because they
 * explain the later ones.
 */
export const MAX_TIMELINE_ENTRIES = 20;
const MAX_TEXT_CHARACTERS = 300;

export const PROVIDER_REPORTS = ["sent", "delivered", "read", "failed"] as const;
export type ProviderReport = (typeof PROVIDER_REPORTS)[number];

export type TimelineEvent =
  | { readonly event: "accepted"; readonly at: string }
  | ({ readonly event: "attempted" } & TimelineEntry)
  /** A worker claimed the notification and died: the attempt was counted, and has no entry. */
  | { readonly event: "interrupted"; readonly attempt: number }
  /** Nobody was left to send to: the notification ended without another attempt. */
  | ({ readonly event: "left_out" } & TimelineEntry)
  | { readonly event: "given_up"; readonly at: string; readonly text: string }
  | { readonly event: "canceled"; readonly at: string }
  /** Its key needs approval: a person had to decide, and then did, or nobody did in time. */
  | { readonly event: "approval_requested" | "approved" | "declined"; readonly at: string }
  /** The provider reported this after it took the message. Each report comes at most once, with its own time. */
  | { readonly event: "reported"; readonly report: ProviderReport; readonly at: string; readonly text?: string }
  /** What was reported of one recipient after the mail had left. */
  | ({ readonly event: "feedback" } & Feedback)
  /** The notification with this id sends the content again. */
  | { readonly event: "resent"; readonly at: string; readonly notificationId: string };

export interface TimelineSource {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: Status;
  readonly attempts: number;
  readonly lastError?: string | undefined;
  readonly lastCrash?: string | undefined;
  readonly history?: readonly TimelineEntry[] | undefined;
  readonly provider?: ProviderTimes | undefined;
  readonly feedback?: readonly Feedback[] | undefined;
  readonly resends?: readonly Resend[] | undefined;
  readonly approval?: Approval | undefined;
  readonly decidedAtMs?: number | undefined;
}

export const shortened = (text: string | undefined): string | undefined =>
  text?.slice(0, MAX_TEXT_CHARACTERS).toWellFormed();

/** Moves times forward where they would go back, because a provider reports full seconds and clocks differ. */
export function neverBack<Entry extends { readonly at?: string | undefined }>(entries: readonly Entry[]): Entry[] {
  let latest: string | undefined;
  return entries.map((entry) => {
    const { at } = entry;
    if (at === undefined) return entry;
    if (latest !== undefined && Date.parse(at) < Date.parse(latest)) return { ...entry, at: latest };
    latest = at;
    return entry;
  });
}

/** Returns the whole timeline, oldest first. An attempt without an entry was interrupted, unless it is being made at present. */
export function timelineOf({
  createdAt,
  updatedAt,
  status,
  attempts,
  lastError = "",
  lastCrash,
  history = [],
  provider = {},
  feedback = [],
  resends = [],
  approval,
  decidedAtMs = 0,
}: TimelineSource): TimelineEvent[] {
  const byAttempt = new Map(history.filter((one) => !one.isLeftOut).map((entry) => [entry.attempt, entry]));
  const finished = status === "processing" ? attempts - 1 : attempts;
  const events: TimelineEvent[] = [{ event: "accepted", at: createdAt }];
  events.push(...approvalEvents(approval, createdAt, decidedAtMs));
  for (let attempt = 1; attempt <= Math.min(finished, MAX_TIMELINE_ENTRIES); attempt++) {
    const entry = byAttempt.get(attempt);
    events.push(entry ? { event: "attempted", ...entry } : { event: "interrupted", attempt });
  }
  events.push(...history.filter((one) => one.isLeftOut).map((entry) => ({ event: "left_out" as const, ...entry })));
  events.push(...reportsOf(provider));
  const isFailureShown = provider.failedAtMs !== undefined || history.some((entry) => entry.to === "failed");
  const text = lastCrash === undefined ? lastError : `${lastError} (${lastCrash})`;
  if (status === "failed" && !isFailureShown) events.push({ event: "given_up", at: updatedAt, text });
  if (isCanceledBySender(status, approval)) events.push({ event: "canceled", at: updatedAt });
  const all = withFeedback(events, feedback);
  return withResends(neverBack<TimelineEvent & { readonly at?: string }>(all), resends);
}

/** Adds each report behind all that had begun by its time: a report may come before the attempt is recorded that it is about. */
function withFeedback(events: readonly TimelineEvent[], feedback: readonly Feedback[]): TimelineEvent[] {
  const all = [...events];
  for (const report of feedback) {
    const last = all.findLastIndex((event) => beganMs(event) <= Date.parse(report.at));
    all.splice(last + 1, 0, { event: "feedback", ...report });
  }
  return all;
}

/** Nobody knows when an interrupted attempt began, and the mail may have left by it. */
function beganMs(event: TimelineEvent): number {
  if (event.event === "interrupted") return Number.NEGATIVE_INFINITY;
  return Date.parse(event.at) - (event.event === "attempted" ? event.durationMs : 0);
}

function approvalEvents(approval: Approval | undefined, createdAt: string, decidedAtMs: number): TimelineEvent[] {
  if (approval === undefined) return [];
  const requested = { event: "approval_requested", at: createdAt } as const;
  const event = DECISION_IN[approval];
  return event === undefined ? [requested] : [requested, { event, at: new Date(decidedAtMs).toISOString() }];
}

/** A sender's cancellation is no decision about the approval: the timeline has it as `canceled`. */
const DECISION_IN: Readonly<Partial<Record<Approval, "approved" | "declined">>> = {
  approved: "approved",
  declined: "declined",
  expired: "declined",
};

const isCanceledBySender = (status: Status, approval: Approval | undefined): boolean =>
  status === "canceled" && approval !== "declined" && approval !== "expired";

/** Adds each resend, of which the newest comes first, after everything that happened before it. */
function withResends(events: readonly TimelineEvent[], resends: readonly Resend[]): TimelineEvent[] {
  const all = [...events];
  for (const { id: notificationId, at } of resends.toReversed()) {
    const last = all.findLastIndex((event) => "at" in event && event.at <= at);
    all.splice(last + 1, 0, { event: "resent", at, notificationId });
  }
  return all;
}

/** Returns the provider's reports by time; reports with the same time stay in the order of `PROVIDER_REPORTS`. */
function reportsOf({ sentAtMs, deliveredAtMs, readAtMs, failedAtMs, failure }: ProviderTimes): TimelineEvent[] {
  const times = { sent: sentAtMs, delivered: deliveredAtMs, read: readAtMs, failed: failedAtMs };
  return (
    PROVIDER_REPORTS.flatMap((report) => ({ report, atMs: times[report] ?? Number.NaN }))
      // An event may carry any number as its time, and some numbers are no date.
      .filter(({ atMs }) => !Number.isNaN(new Date(atMs).getTime()))
      .sort((a, b) => a.atMs - b.atMs)
      .map(({ report, atMs }) => {
        const text = report === "failed" ? shortened(failure) : undefined;
        return { event: "reported", report, at: new Date(atMs).toISOString(), ...(text === undefined ? {} : { text }) };
      })
  );
}
