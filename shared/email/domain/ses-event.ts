import { isObject } from "../../kernel/json-object.ts";
import { isEmailAddress } from "./email-address.ts";

/** A recipient whom an event of Amazon SES names. */
export interface SesRecipient {
  readonly address: string;
  /** The enhanced status code of a bounce. */
  readonly status?: string | undefined;
  /** The words of the recipient's mail server. */
  readonly response?: string | undefined;
}

/** The mail that an event is about. At least one of both ids is there. */
export interface SesMail {
  /** The id in our own Message-ID, which SES repeats among the mail's headers. */
  readonly notificationId?: string | undefined;
  /** SES gave the mail this id in its `250 Ok <id>`. */
  readonly mailId?: string | undefined;
  /** SES took the mail at this epoch millisecond. */
  readonly sentAtMs?: number | undefined;
}

export type SesEvent = SesMail & { readonly recipients: readonly SesRecipient[] } & (
    | { readonly kind: "bounced"; readonly isPermanent: boolean }
    | { readonly kind: "complained"; readonly feedbackType?: string | undefined }
    | { readonly kind: "delivered"; readonly response?: string | undefined }
  );

type Loose = Readonly<Record<string, unknown>>;
const loose = (value: unknown): Loose => (isObject(value) ? value : {});
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : []);
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** SES sends a mail to at most 50 recipients, and a mail has fewer headers. Longer lists are cut. */
const MAX_ENTRIES = 1000;

/**
 * Reads an event of Amazon SES in either of its forms: a notification of an identity (`notificationType`), or an event that a
 * configuration set publishes (`eventType`). Returns undefined for what is not understood, and for events of other kinds.
 */
export function readSesEvent(text: string): SesEvent | undefined {
  const event = parsed(text);
  const mail = mailOf(loose(event.mail));
  if (mail === undefined) return undefined;
  const read = READERS.get(textOf(event.eventType) ?? textOf(event.notificationType) ?? "");
  const found = read?.(event);
  return found && found.recipients.length > 0 ? { ...mail, ...found } : undefined;
}

type About = SesEvent extends infer Event ? (Event extends SesEvent ? Omit<Event, keyof SesMail> : never) : never;

const READERS: ReadonlyMap<string, (event: Loose) => About | undefined> = new Map([
  ["Bounce", (event: Loose) => bounceOf(loose(event.bounce))],
  ["Complaint", (event: Loose) => complaintOf(loose(event.complaint))],
  ["Delivery", (event: Loose) => deliveryOf(loose(event.delivery))],
]);

const BOUNCE_TYPES: ReadonlyMap<unknown, boolean> = new Map([
  ["Permanent", true],
  ["Transient", false],
  ["Undetermined", false],
]);

function bounceOf({ bounceType, bouncedRecipients }: Loose): About | undefined {
  const isPermanent = BOUNCE_TYPES.get(bounceType);
  if (isPermanent === undefined) return undefined;
  return { kind: "bounced", isPermanent, recipients: recipientsIn(bouncedRecipients) };
}

/** These reports say that nobody complains (D45f). */
const NO_COMPLAINTS: ReadonlySet<string | undefined> = new Set(["not-spam", "auth-failure"]);

function complaintOf({ complaintFeedbackType, complainedRecipients }: Loose): About | undefined {
  const feedbackType = textOf(complaintFeedbackType);
  if (NO_COMPLAINTS.has(feedbackType)) return undefined;
  return { kind: "complained", feedbackType, recipients: recipientsIn(complainedRecipients) };
}

const deliveryOf = ({ recipients, smtpResponse }: Loose): About => ({
  kind: "delivered",
  response: textOf(smtpResponse),
  recipients: recipientsIn(recipients),
});

/** Of bounces and complaints the recipients are objects, of deliveries texts. */
function recipientsIn(value: unknown): readonly SesRecipient[] {
  return listed(value).flatMap((one) => {
    const { emailAddress = one, status, diagnosticCode } = loose(one);
    const address = addressIn(textOf(emailAddress) ?? "");
    if (address === undefined) return [];
    return [{ address, status: statusIn(textOf(status)), response: withoutType(textOf(diagnosticCode)) }];
  });
}

/** Where no report names the recipient, SES takes the address from the header `To`, which may have a name beside it. */
function addressIn(text: string): string | undefined {
  const address = (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim();
  return isEmailAddress(address) ? address : undefined;
}

/** RFC 3463: class, subject and detail. */
const statusIn = (text: string | undefined): string | undefined =>
  /^\s*([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text ?? "")?.[1];

/** A diagnostic code begins with its type, such as `smtp;` (RFC 3464 section 2.3.6). */
const withoutType = (text: string | undefined): string | undefined =>
  textOf(text?.replace(/^\s*[a-z0-9-]{1,32}\s*;\s*/i, ""));

function mailOf({ messageId, headers, commonHeaders, timestamp }: Loose): SesMail | undefined {
  const written = [listed(headers).map(loose).find(isMessageId)?.value, loose(commonHeaders).messageId];
  const notificationId = written.map(notificationIdIn).find((id) => id !== undefined);
  const mailId = mailIdOf(textOf(messageId) ?? "");
  const takenAt = Date.parse(textOf(timestamp) ?? "");
  const sentAtMs = Number.isNaN(takenAt) ? undefined : takenAt;
  return notificationId === undefined && mailId === undefined ? undefined : { notificationId, mailId, sentAtMs };
}

const isMessageId = ({ name }: Loose): boolean => textOf(name)?.toLowerCase() === "message-id";

/** A Message-ID of ours is `<notification id@from domain>` (D17). */
const OWN_MESSAGE_ID = /^\s*<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^<>\s]+>?\s*$/;
const notificationIdIn = (messageId: unknown): string | undefined => OWN_MESSAGE_ID.exec(textOf(messageId) ?? "")?.[1];

const MAIL_ID = /^[\w.-]{1,128}$/;
const mailIdOf = (text: string): string | undefined => (MAIL_ID.test(text) ? text : undefined);

/** Reads the id that SES gave a mail in its reply, `250 Ok <id>`; undefined for the reply of another server. */
export function mailIdIn(reply: string | undefined): string | undefined {
  const [, id = ""] = /^250 (?:2\.\d{1,3}\.\d{1,3} )?Ok ([^\s]{1,128})\s*$/i.exec(reply ?? "") ?? [];
  return mailIdOf(id);
}

function parsed(text: string): Loose {
  try {
    return loose(JSON.parse(text));
  } catch {
    return {};
  }
}
