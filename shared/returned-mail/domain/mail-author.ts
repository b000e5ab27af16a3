import { bare } from "./address-forms.ts";
import { headerOf, type ParsedMail } from "./parsed-mail.ts";

type Headed = Pick<ParsedMail, "headers">;

/** The last one is the address of Exchange's own reports. */
const PROGRAM = /^(?:mailer-daemon|postmaster|microsoftexchange[0-9a-f]{32})$/i;
/** A display name may stand before the address. */
const MAX_MAILBOX = 2000;
/** Programs that answer for an absent person add one of these. */
const ABSENCE_HEADERS = ["x-autoreply", "x-autorespond", "x-auto-reply", "x-vacation"];
const ABSENCE_SUBJECT = /^(?:auto(?:matic|mated)?[ -]?(?:reply|response)|out of (?:the )?office|vacation)\b/i;

/** Tells whether a mail server wrote the mail: it comes from a null sender, MAILER-DAEMON or postmaster (D45f). */
export function isFromServer(mail: Headed): boolean {
  const senders = [headerOf(mail, "return-path") ?? "", headerOf(mail, "from") ?? ""];
  return senders.some((sender) => isNull(sender) || isProgram(sender));
}

/** Tells whether the mail answers for an absent person. Mail servers mark their reports as `auto-replied`, too (RFC 3834). */
export function isAbsenceNote(mail: Headed): boolean {
  const submitted = headerOf(mail, "auto-submitted")?.toLowerCase() ?? "";
  if (submitted.includes("vacation") || ABSENCE_HEADERS.some((name) => headerOf(mail, name) !== undefined)) return true;
  if (/auto[-_]?reply/i.test(headerOf(mail, "precedence") ?? "")) return true;
  if (ABSENCE_SUBJECT.test(headerOf(mail, "subject")?.trim() ?? "")) return true;
  return submitted.trimStart().startsWith("auto-replied") && !isProgram(headerOf(mail, "from") ?? "");
}

/** A report names its kind in its type (RFC 6522). */
export const isReport = (mail: Headed): boolean =>
  /^\s*multipart\/report\b/i.test(headerOf(mail, "content-type") ?? "");

const isNull = (sender: string): boolean => /^\s*<\s*>/.test(sender);

function isProgram(mailbox: string): boolean {
  const [local = ""] = bare(mailbox.slice(0, MAX_MAILBOX)).split("@", 1);
  return PROGRAM.test(local.trim());
}
