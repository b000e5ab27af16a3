import type { components } from "../api/schema.ts";
import { explainChat } from "./chat-answers.ts";
import type { Explanation, ProviderAnswer } from "./explanation.ts";
import { explainHttp, explainSmtp } from "./smtp-answers.ts";
import { durationText, fullTime } from "./times.ts";

export type Timeline = components["schemas"]["NotificationTimeline"];
export type TimelineEvent = Timeline["events"][number];

/** One event in plain words. */
export interface TimelineEntry {
  readonly mood: "good" | "bad" | "busy" | "info";
  readonly what: string;
  readonly why?: string | undefined;
  readonly todo?: string | undefined;
  /** The provider's own. */
  readonly response?: string | undefined;
  readonly at?: string | undefined;
}

/** The events of a notification with their reasons and remedies, oldest first. */
export const timelineEntries = ({
  events,
  partly_delivered: isPartly,
}: Pick<Timeline, "events" | "partly_delivered">): TimelineEntry[] => events.map((event) => stepOf(event, isPartly));

function stepOf(event: TimelineEvent, isPartly: boolean): TimelineEntry {
  switch (event.event) {
    case "accepted":
      return { mood: "info", what: "Accepted and queued", at: event.at };
    case "attempted":
      return event.to === "sent" && isPartly ? partlyStep(event) : attemptStep(event);
    case "interrupted":
      return {
        mood: "busy",
        what: `Attempt ${event.attempt ?? ""} was interrupted`,
        why: "The worker stopped in the middle of it. Another one took over; the mail may have left before that.",
      };
    case "given_up":
      return {
        mood: "bad",
        what: "Given up",
        why: event.text || "Every attempt was interrupted.",
        todo: "Send it again. If that ends the same way, tell the operator of this service.",
        at: event.at,
      };
    case "reported":
      return reportStep(event);
  }
}

const REPORTS: Readonly<Record<NonNullable<TimelineEvent["report"]>, Pick<TimelineEntry, "mood" | "what">>> = {
  sent: { mood: "good", what: "Sent: the platform confirmed it" },
  delivered: { mood: "good", what: "Delivered to the customer's device" },
  read: { mood: "good", what: "Read by the customer" },
  failed: { mood: "bad", what: "Failed: the platform did not deliver it" },
};

/** The provider event that follows a chat message. */
function reportStep({ report = "sent", at, code, text }: TimelineEvent): TimelineEntry {
  const told = { ...REPORTS[report], at };
  return report === "failed" ? { ...told, ...explainChat({ code, text }), response: text } : told;
}

function attemptStep(event: TimelineEvent): TimelineEntry {
  const { at, to, attempt = 1 } = event;
  const response = responseIn(event);
  const took = event.duration_ms === undefined ? "" : ` after ${durationText(event.duration_ms)}`;
  if (to === "sent") return { mood: "good", what: `Sent: the server accepted it${took}`, response, at };
  if (to === "submitted")
    return {
      mood: "info",
      what: "The provider has it",
      why: "It reports back when the message is sent.",
      response,
      at,
    };
  const { why, todo } = explain(event);
  if (to === "pending")
    return { mood: "busy", what: `Attempt ${attempt} failed${nextTry(event.retry_at)}`, why, todo, response, at };
  return { mood: "bad", what: `Attempt ${attempt} failed, no retry`, why, todo, response, at };
}

/** The attempt after which nobody is tried again, with some recipients left without the mail. */
const partlyStep = (event: TimelineEvent): TimelineEntry => ({
  mood: "busy",
  what: "Sent, but not to every recipient",
  why: "The server accepted it for some of them, and refused the others.",
  todo: "Look at the recipients below: each refusal says why.",
  response: responseIn(event),
  at: event.at,
});

const nextTry = (at: string | undefined): string => (at === undefined ? "" : `; retry scheduled for ${fullTime(at)}`);

const responseIn = ({ code, text }: ProviderAnswer): string | undefined =>
  text || (code === undefined ? undefined : String(code));

const OUR_OWN: readonly (readonly [start: string, Explanation])[] = [
  [
    "the sending account no longer exists",
    { why: "The sending account was deleted before this was sent.", todo: "Send it again through another account." },
  ],
  [
    "the sending account's credential cannot be opened",
    { why: "The account's stored password cannot be read.", todo: "Set the password of the sending account again." },
  ],
  [
    "a recipient's domain is not one of",
    {
      why: "The account does not allow a recipient's domain.",
      todo: "Add the domain to the account's recipient domains, or correct the address.",
    },
  ],
  [
    "not tried yet: a service that the delivery needs",
    { why: "A part of this service does not answer. It was not tried, and will be within a minute of its return." },
  ],
  [
    "the server took the whole mail and did not answer",
    {
      why: "The server was given the whole mail and never said that it took it. It may have been delivered.",
      todo: "Ask the recipient, or look at the server's log, before you send it again.",
    },
  ],
  [
    "provider http_api is not enabled",
    { why: "HTTP providers are switched off in this deployment.", todo: "Use an SMTP account." },
  ],
];

/** The stages of a chat message; platform codes have six digits, SMTP and HTTP three. */
const isChat = ({ stage, code = 0 }: ProviderAnswer): boolean => stage === "check" || stage === "send" || code > 999;

/** Why an attempt failed. */
export function explain(answer: ProviderAnswer): Explanation {
  const ours = OUR_OWN.find(([start]) => answer.text?.startsWith(start));
  if (ours) return ours[1];
  if (isChat(answer)) return explainChat(answer);
  return answer.stage === "request" ? explainHttp(answer) : explainSmtp(answer);
}
