import { createTransport } from "nodemailer";
import { reportMail } from "./returned-mails/mail-source.ts";

export interface SentBack {
  readonly to: string | readonly string[];
  readonly raw: string | Buffer;
  /** The sender of the envelope; by default the null sender. */
  readonly from?: string;
}

/** Sends a mail to a server as it is, without signing in, and returns the server's answer to DATA. */
export async function mailBack(port: number, { to, raw, from = "" }: SentBack): Promise<string> {
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
  try {
    const envelope = { from, to: typeof to === "string" ? [to] : [...to] };
    return (await transport.sendMail({ envelope, raw })).response;
  } finally {
    transport.close();
  }
}

const NO_PATH = "From: Mail Delivery System <MAILER-DAEMON@mx.example>";

export interface Failed {
  readonly address: string;
  readonly status?: string;
  readonly action?: string;
  readonly response?: string;
}

/** A delivery report about these recipients. */
export const deliveryReport = (...failed: readonly Failed[]): string =>
  reportMail({
    header: NO_PATH,
    fields: [
      "Reporting-MTA: dns; mx.example\n",
      ...failed.map(({ address, status = "5.1.1", action = "failed", response = `550 ${status} no` }) =>
        [
          `Final-Recipient: rfc822; ${address}`,
          `Action: ${action}`,
          `Status: ${status}`,
          `Diagnostic-Code: smtp; ${response}\n`,
        ].join("\n"),
      ),
    ].join("\n"),
  });

export interface Complained {
  readonly type?: string;
  readonly sentFrom?: string;
  readonly returnPath?: string;
  readonly address?: string;
}

/** A feedback report, as a provider's loop sends it. */
export const feedbackReport = ({ type = "abuse", sentFrom, returnPath, address }: Complained): string =>
  reportMail({
    type: "message/feedback-report",
    header: "From: Feedback Loop <fbl@provider.example>",
    text: "This is an email abuse report.",
    fields: [
      `Feedback-Type: ${type}`,
      "User-Agent: Loop/1.0",
      "Version: 1",
      ...(sentFrom === undefined ? [] : [`Original-Mail-From: <${sentFrom}>`]),
      ...(address === undefined ? [] : [`Original-Rcpt-To: <${address}>`]),
    ].join("\n"),
    returned: `${returnPath === undefined ? "" : `Return-Path: <${returnPath}>\n`}From: Shop <shop@sender.example>\nSubject: Your order\n\nHello`,
  });

/** A mail of plain text from a mail server, or from somebody else. */
export const textMail = (text: string, from = "MAILER-DAEMON@mx.example", more: readonly string[] = []): string =>
  [`From: <${from}>`, "To: <b@bounces.herald.test>", "Subject: failure notice", ...more, "", text]
    .join("\n")
    .replaceAll("\n", "\r\n");
