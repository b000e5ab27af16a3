import type { ReturnedMail } from "../../../shared/returned-mail/domain/returned-mail.ts";

/** Every mail of the corpus came to this address. */
export const CAME_TO = "b+k3tq9@bounce.example";

type Recipient = readonly [addresses: readonly string[], status?: string | undefined, response?: string];

/** One form of a mail that comes back, and what it reports. */
export interface ReturnedMailCase {
  readonly name: string;
  readonly raw: string;
  readonly expected: ReturnedMail | "not_understood";
}

const tokenAddresses = [CAME_TO];

export const nothing: ReturnedMail = { kind: "nothing", tokenAddresses };

export const bounceOf = (...recipients: readonly Recipient[]): ReturnedMail => ({
  kind: "bounce",
  tokenAddresses,
  recipients: recipients.map(([addresses, status, response]) => ({ addresses, status, response })),
});

const mail = (lines: readonly string[]): string => lines.join("\n").replaceAll("\n", "\r\n");

const FROM_SERVER = `Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.example>`;

/** The mail that could not be delivered, as it is attached to a report. */
const RETURNED = `Return-Path: <${CAME_TO}>
Message-ID: <7f1c@herald.example>
From: Shop <shop@sender.example>
To: somebody@elsewhere.example
Subject: Your order

It is on its way.`;

interface Report {
  /** The fields of the report, blocks separated by empty lines. */
  readonly fields: string;
  readonly text?: string;
  readonly header?: string;
  readonly type?: string;
  readonly kind?: "report" | "mixed";
  readonly returned?: string;
}

/** A delivery report, or another kind of report by its type. */
export function reportMail({ fields, text = "", header = FROM_SERVER, ...rest }: Report): string {
  const { type = "message/delivery-status", kind = "report", returned = RETURNED } = rest;
  return mail([
    header,
    `To: ${CAME_TO}`,
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    `Content-Type: multipart/${kind}; report-type=${type.split(/[/\n]/)[1]}; boundary="4Xq/mx.example"`,
    "",
    "This is a MIME-encapsulated message.",
    "",
    "--4Xq/mx.example",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    text,
    "",
    "--4Xq/mx.example",
    `Content-Type: ${type}`,
    "",
    fields,
    "",
    "--4Xq/mx.example",
    "Content-Type: message/rfc822",
    "",
    returned,
    "",
    "--4Xq/mx.example--",
    "",
  ]);
}

/** A mail of plain text; without a header of its own, a server wrote it. */
export const textMail = (text: string, header = FROM_SERVER): string =>
  mail([header, `To: ${CAME_TO}`, "Subject: failure notice", "Content-Type: text/plain; charset=utf-8", "", text, ""]);
