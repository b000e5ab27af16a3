import type { SentMessageInfo, SMTPError } from "nodemailer/lib/smtp-connection";
import { providerMessage } from "../../kernel/network/provider-message.ts";
import type { Mail, MailOutcome, RecipientOutcome } from "../domain/mail.ts";
import type { SmtpSettings } from "../domain/sending-account.ts";
import type { MailRoute } from "../ports.ts";
import { wireAddress } from "./message-source.ts";
import { smtpError } from "./smtp-conversation.ts";
import type { SmtpFailure } from "./smtp-failure.ts";

const messageFor = ({ settings, secret }: MailRoute<SmtpSettings>, text: string) =>
  providerMessage(text, { username: settings.username, secret });

/** The mail whose attempt failed, and what the server had said of its recipients by then. */
export interface FailedMail {
  readonly mail: Mail;
  readonly refusals: readonly SMTPError[];
}

export function failedOutcome(
  failure: SmtpFailure,
  route: MailRoute<SmtpSettings>,
  { mail, refusals }: FailedMail,
): MailOutcome {
  const { isTerminal, isInDoubt, stage, code, message } = failure;
  const doubt = isInDoubt ? { isInDoubt } : {};
  // Without a refusal there was perhaps no connection either, because an address could not be written.
  const answered = refusals.length === 0 ? [] : recipients(refusals, mail, route);
  const refused = answered.filter(({ result }) => result === "refused");
  const before = refused.length > 0 ? { refused } : {};
  return { kind: "failed", isTerminal, ...doubt, stage, code, cause: messageFor(route, message), ...before };
}

/** Returns the outcome for each recipient, with the address as the mail spells it. A recipient without a refusal was accepted. */
function recipients(refusals: readonly SMTPError[], mail: Mail, route: MailRoute<SmtpSettings>): RecipientOutcome[] {
  const byAddress = new Map(refusals.map((refusal) => [refusal.recipient, refusal]));
  return mail.envelope.map((address) => {
    const refusal = byAddress.get(wireAddress(address));
    if (!refusal) return { address, result: "accepted" };
    const code = refusal.responseCode;
    const isRefused = code !== undefined && code >= 500;
    const text = messageFor(route, refusal.response ?? refusal.message);
    return { address, result: isRefused ? "refused" : "deferred", code, text };
  });
}

/** The outcome when the server took the message for at least one recipient. */
export function deliveredOutcome(sent: SentMessageInfo, mail: Mail, route: MailRoute<SmtpSettings>): MailOutcome {
  return {
    kind: "answered",
    recipients: recipients(sent.rejectedErrors ?? [], mail, route),
    reply: messageFor(route, sent.response),
  };
}

/** The outcome when the server refused every recipient, which the library reports by an error; undefined for other errors. */
export function refusedByAll(error: unknown, mail: Mail, route: MailRoute<SmtpSettings>): MailOutcome | undefined {
  const { rejectedErrors } = smtpError(error);
  if (!rejectedErrors || rejectedErrors.length < mail.envelope.length) return undefined;
  return { kind: "answered", recipients: recipients(rejectedErrors, mail, route) };
}
