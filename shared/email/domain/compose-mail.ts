import { domainOf } from "./email-address.ts";
import type { EmailContent } from "./email-content.ts";
import type { Mail } from "./mail.ts";
import type { SendingAccount } from "./sending-account.ts";
import { unsubscribeHeaders } from "./unsubscribe-headers.ts";

/** Makes one line of a rendered header, which must not contain line breaks (D18a). */
export const foldToOneLine = (text: string): string => text.replace(/[\r\n\u0085\u2028\u2029]+/g, " ");

/** Returns the name in From: the account's sender name, or else its label (E6). */
export const senderName = (
  account: Pick<Sender, "fromName" | "label">,
  { fromName }: Pick<EmailContent, "fromName">,
): string => fromName || account.fromName?.trim() || account.label;

type Sender = Pick<SendingAccount, "fromAddress" | "fromName" | "label">;

export interface MailIdentity {
  readonly id: string;
  /** `date` is the time of acceptance, so that every attempt has the same `Date`. */
  readonly date: Date;
  /** The sender's address that was accepted with the mail; without one, it is the account's (D52). */
  readonly from?: string | undefined;
  /** The mail comes back to this address, where the account has a return path. */
  readonly envelopeSender?: string | undefined;
}

/** Makes the same mail for every attempt; `envelope` has the recipients that have not got the mail yet. */
export function composeMail(
  { id, date, from, envelopeSender }: MailIdentity,
  { account, content, envelope }: { account: Sender; content: EmailContent; envelope: readonly string[] },
): Mail {
  const address = from ?? account.fromAddress;
  return {
    messageId: `<${id}@${domainOf(address)}>`,
    date,
    from: { name: senderName(account, content), address },
    envelopeSender,
    to: content.recipient,
    cc: content.cc,
    bcc: content.bcc,
    envelope,
    subject: foldToOneLine(content.subject),
    body: content.body,
    bodyType: content.bodyType,
    text: content.text,
    replyTo: content.replyTo,
    headers: { ...content.headers, ...unsubscribeHeaders(content.unsubscribe) },
    attachments: content.attachments,
  };
}
