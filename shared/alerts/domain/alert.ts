import type { AlertKind } from "./alert-settings.ts";

/** The record that an alert is about. An owner gets at most one alert an hour about the same subject. */
export interface AlertSubject {
  readonly kind: Exclude<AlertKind, "customer_waiting">;
  readonly id: string;
  readonly name: string;
  /** The cause as it was reported, in the words of the provider. */
  readonly cause?: string | undefined;
}

/** An alert that is still to be sent. Its notification has the same id, so that it is sent once however often this is tried. */
export interface RaisedAlert {
  readonly id: string;
  readonly subject: AlertSubject;
  readonly atMs: number;
}

export const HOUR_MS = 3_600_000;

/** The text of an alert's mail. */
export interface AlertText {
  readonly title: string;
  readonly body: string;
}

interface Wording {
  readonly title: (name: string) => string;
  readonly means: string;
  readonly toDo: string;
}

const WORDING: Readonly<Record<AlertSubject["kind"], Wording>> = {
  sending_account_failing: {
    title: (name) => `The sending account ${name} fails`,
    means:
      "Its mail server refuses the credential, or could not be reached for ten minutes. Mails through it do not arrive.",
    toDo: "Open the account under Sending accounts in the panel and test it: the test names the cause and the field to change.",
  },
  webhook_disabled: {
    title: (name) => `The webhook ${name} was disabled`,
    means: "Events are not posted to it any more. They stay in the feed for 30 days.",
    toDo: "Open the webhook under Webhooks in the panel, enable it, and replay what it has missed.",
  },
  chat_template_rejected: {
    title: (name) => `The chat template ${name} was rejected`,
    means: "The platform does not approve it, so it cannot be sent.",
    toDo: "Open the template under Chat templates in the panel. Submit a changed definition under a new name.",
  },
};

const FOOTER = "This mail was sent because alerts are on. The page Alerts in the panel changes who is told of what.";

/** Joins the parts that are not empty, with an empty line between them. */
export const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  [...parts.filter(Boolean), FOOTER].join("\n\n");

/** Puts a text that somebody else wrote on one line of a mail. */
const onOneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

export function textOfAlert({ subject, atMs }: RaisedAlert): AlertText {
  const { title, means, toDo } = WORDING[subject.kind];
  const { cause } = subject;
  return {
    title: title(onOneLine(subject.name)),
    body: paragraphs(
      `${title(onOneLine(subject.name))}, since ${minuteOf(atMs)}.`,
      cause === undefined ? undefined : `Reported: ${onOneLine(cause)}`,
      means,
      toDo,
    ),
  };
}

/** Returns a time in UTC to the minute, such as `2026-11-27 10:05 UTC`. */
export const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** A customer who has waited for an hour or longer. */
export interface WaitingCustomer {
  readonly name: string;
  readonly sinceMs: number;
}

/** A mail names at most this many customers. */
const MOST_NAMED = 20;

/** @param customers at least one, longest first */
export function textOfWaiting(customers: readonly WaitingCustomer[]): AlertText {
  const many = customers.length > 1;
  const title = many
    ? `${customers.length} customers have waited for an answer for an hour`
    : "A customer has waited for an answer for an hour";
  const named = customers
    .slice(0, MOST_NAMED)
    .map(({ name, sinceMs }) => `${onOneLine(name)}, since ${minuteOf(sinceMs)}`);
  const more = customers.length - named.length;
  return {
    title,
    body: paragraphs(
      `${title}:`,
      [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"),
      "Open Conversations in the panel: those who wait longest come first.",
    ),
  };
}
