import type { components } from "../api/schema.ts";
import { type Cure, cureOf } from "./cures.ts";
import { durationText } from "./times.ts";
import type { Tone } from "./tone.ts";

export type Timeline = components["schemas"]["PanelNotificationTimeline"];
export type TimelineEvent = Timeline["events"][number];

/** One event in plain words; the service supplies the reason and the remedy. */
export interface TimelineEntry {
  readonly tone: Tone;
  readonly what: string;
  readonly why?: string | undefined;
  readonly todo?: string | undefined;
  /** What the reader has to change, if anything. */
  readonly cure?: Cure | undefined;
  /** The text that the provider answered. */
  readonly response?: string | undefined;
  readonly at?: string | undefined;
  /** The id of the notification that sends this one again. */
  readonly again?: string | undefined;
}

/** Lists the events of a notification with reasons and remedies, oldest first; `sender` names who requested the notification. */
export const timelineEntries = (
  { events, partly_delivered: isPartly }: Pick<Timeline, "events" | "partly_delivered">,
  sender?: string,
): TimelineEntry[] => events.map((event) => stepOf(event, isPartly, sender));

function stepOf(event: TimelineEvent, isPartly: boolean, sender: string | undefined): TimelineEntry {
  switch (event.event) {
    case "accepted":
      return { tone: "note", what: "Accepted and queued", why: sender, at: event.at };
    case "approval_requested":
      return { tone: "wait", what: "Waits for a person's approval", at: event.at };
    case "approved":
      return { tone: "ok", what: "Approved", at: event.at };
    case "declined":
      return { tone: "off", what: "Declined", ...reasonIn(event), at: event.at };
    case "attempted":
      return event.to === "sent" && isPartly ? partlyStep(event) : attemptStep(event);
    case "interrupted":
      return {
        tone: "wait",
        what: `Attempt ${event.attempt ?? ""} was interrupted`,
        ...reasonIn(event),
      };
    case "given_up":
      return {
        tone: "bad",
        what: "Given up",
        ...reasonIn(event),
        response: event.text,
        at: event.at,
      };
    case "left_out":
      return leftOutStep(event, isPartly);
    case "canceled":
      return { tone: "off", what: "Canceled by its sender", at: event.at };
    case "resent":
      return { tone: "note", what: "Sent again", at: event.at, again: event.notification_id };
    case "reported":
      return reportStep(event);
    case "feedback":
      return feedbackStep(event);
  }
}

const REPORTS: Readonly<Record<NonNullable<TimelineEvent["report"]>, Pick<TimelineEntry, "tone" | "what">>> = {
  sent: { tone: "ok", what: "Sent: the platform confirmed it" },
  delivered: { tone: "ok", what: "Delivered to the customer's device" },
  read: { tone: "ok", what: "Read by the customer" },
  failed: { tone: "bad", what: "Failed: the platform did not deliver it" },
};

/** Shows a provider event about a chat message. */
function reportStep(event: TimelineEvent): TimelineEntry {
  const { report = "sent", at, text } = event;
  return { ...REPORTS[report], at, ...(report === "failed" && { ...reasonIn(event), response: text }) };
}

/** Shows what was reported of one recipient after the mail had left. */
function feedbackStep(event: TimelineEvent): TimelineEntry {
  const { feedback = "delivered", recipient, bounce_type: type, text: response, at } = event;
  const who = recipient ?? "a recipient";
  if (feedback === "delivered") return { tone: "ok", what: `Delivered to ${who}`, response, at };
  if (feedback === "complained") return { tone: "bad", what: `${who} reported it as unwanted`, ...reasonIn(event), at };
  const what = type === "permanent" ? `It came back for good from ${who}` : `It came back from ${who}`;
  return { tone: "bad", what, ...reasonIn(event), response, at };
}

function attemptStep(event: TimelineEvent): TimelineEntry {
  const { at, to, attempt = 1 } = event;
  const response = responseIn(event);
  const took = event.duration_ms === undefined ? "" : ` after ${durationText(event.duration_ms)}`;
  if (to === "sent") return { tone: "ok", what: `Sent: the server accepted it${took}`, response, at };
  if (to === "submitted")
    return {
      tone: "note",
      what: "The provider has it",
      why: "It reports back when the message is sent.",
      response,
      at,
    };
  const reason = reasonIn(event);
  if (to === "pending")
    return { tone: "wait", what: `Attempt ${attempt} failed${nextTry(event.retry_at)}`, ...reason, response, at };
  return { tone: "bad", what: `Attempt ${attempt} failed, no retry`, ...reason, response, at };
}

/** Shows that the last attempt delivered the mail to some recipients only. */
const partlyStep = (event: TimelineEvent): TimelineEntry => ({
  tone: "part",
  what: "Sent, but not to every recipient",
  ...reasonIn(event),
  response: responseIn(event),
  at: event.at,
});

/** Shows that nothing was tried, because everybody who was left is suppressed. */
const leftOutStep = (event: TimelineEvent, isPartly: boolean): TimelineEntry => ({
  tone: isPartly ? "part" : "bad",
  what: isPartly ? "Sent, but not to every recipient" : "Not sent: the recipient is suppressed",
  ...reasonIn(event),
  at: event.at,
});

/** Says only that a retry follows. Its time is shown above the timeline while the retry is due, and later at the next attempt. */
const nextTry = (at: string | undefined): string => (at === undefined ? "" : "; retry scheduled");

const responseIn = ({ code, text }: TimelineEvent): string | undefined =>
  text || (code === undefined ? undefined : String(code));

const reasonIn = ({ explanation }: TimelineEvent): Pick<TimelineEntry, "why" | "todo" | "cure"> => ({
  why: explanation?.summary,
  todo: explanation?.what_to_do,
  cure: explanation && cureOf(explanation.code),
});
