import type { Mail, MailOutcome, RecipientOutcome } from "../domain/mail.ts";
import { MAIL_CAUSES } from "../domain/mail-causes.ts";
import { needsUtf8, wireAddress } from "./message-source.ts";
import { SmtpFailure } from "./smtp-failure.ts";

/** The refusal of an address beyond ASCII, which only a server with SMTPUTF8 may get (RFC 6531, section 3.2). */
const NO_SMTPUTF8 = MAIL_CAUSES.address_beyond_ascii;

const isBeyondAscii = (address: string): boolean => needsUtf8(wireAddress(address));
const isHeaderBeyondAscii = ({ from, to, cc, replyTo = [] }: Mail): boolean =>
  [from.address, to, ...cc, ...replyTo].some(isBeyondAscii);

/** `isUtf8` is true when the mail with all its addresses needs a server with SMTPUTF8. */
export const isUtf8 = (mail: Mail): boolean => isHeaderBeyondAscii(mail) || mail.envelope.some(isBeyondAscii);

/** Leaves out bcc addresses that need SMTPUTF8 (D21). Throws when a header needs SMTPUTF8, or no recipient is left. */
export function mailInAscii(mail: Mail): Mail {
  const envelope = mail.envelope.filter((address) => !isBeyondAscii(address));
  if (isHeaderBeyondAscii(mail) || envelope.length === 0)
    throw new SmtpFailure({ stage: "recipients", message: NO_SMTPUTF8, isTerminal: true });
  return { ...mail, envelope };
}

const refused = (address: string): RecipientOutcome => ({ address, result: "refused", text: NO_SMTPUTF8 });

/** Returns the outcome for all recipients of the mail: those that `mailInAscii` left out are finally refused. */
export function withLeftOut(outcome: MailOutcome, mail: Mail): MailOutcome {
  if (outcome.kind !== "answered") return outcome;
  const byAddress = new Map(outcome.recipients.map((recipient) => [recipient.address, recipient]));
  return { ...outcome, recipients: mail.envelope.map((address) => byAddress.get(address) ?? refused(address)) };
}
