import { domainToASCII } from "node:url";
import MailComposer from "nodemailer/lib/mail-composer";
import { encodeWord, foldLines } from "nodemailer/lib/mime-funcs";
import { htmlToText } from "../domain/html-to-text.ts";
import type { Mail } from "../domain/mail.ts";
import { mimeText } from "./mime-text.ts";

/** Thrown for a mail that cannot be written as a message; checked long before, so this is the last line of defence. */
export class UnsendableMailError extends Error {
  override readonly name = "UnsendableMailError";
}

/** Line breaks and other control characters cannot be part of a header's text; a space stands in for a run of them (D13). */
function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ").trim();
}

const NEVER_IN_ADDRESS = /[\p{Cc}\p{Cs}<>]/u;

/** `local@domain` with the domain in ASCII (IDNA), so that only a local part beyond ASCII needs SMTPUTF8. */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const local = address.slice(0, at);
  const isQuoted = /^".*"$/.test(local);
  const isPlain = !NEVER_IN_ADDRESS.test(address) && (isQuoted || !/[\s",;:()@\\[\]]/.test(local));
  const asciiDomain = domain.startsWith("[") ? domain : domainToASCII(domain);
  if (at < 1 || !isPlain || asciiDomain === "" || /\s/.test(asciiDomain))
    throw new UnsendableMailError("address cannot be written on an envelope");
  return `${local}@${asciiDomain}`;
}

/** Whether the server has to know SMTPUTF8 for this address (RFC 6531). */
export const needsUtf8 = (wire: string): boolean => /\P{ASCII}/u.test(wire);

/** RFC 2047 section 2: at most 75 characters each; what surrounds the text takes 12 of them. */
const MAX_ENCODED_TEXT = 52;

/** Text that a reader would take for an encoded word is encoded itself, so that it shows as it was written (RFC 2047 section 7). */
const isTakenForEncoded = (text: string): boolean => text.includes("=?");
/**
 * The library folds at spaces only: a long word stays one line, which may have 998 octets with the header's name before it (RFC 5322
 * section 2.1.1), and many spaces become a line of their own, which must not be (section 3.2.2).
 */
const UNFOLDABLE = /\S{900}|\s{60}/;
const needsEncoding = (text: string): boolean => isTakenForEncoded(text) || UNFOLDABLE.test(text);
const encoded = (text: string): string => encodeWord(text, "Q", MAX_ENCODED_TEXT);

const mailbox = (address: string, name = "") => ({ name: headerText(name), address: wireAddress(address) });

/** In characters of the body: the library's streams let others have their turn meanwhile. */
const LARGE = 65_536;

/** The message by RFC 5322 and MIME (D17). Bcc is never written; nothing is read from files or URLs. */
export async function messageSource(mail: Mail): Promise<Buffer> {
  const subject = headerText(mail.subject);
  const name = headerText(mail.from.name);
  const isNameEncoded = needsEncoding(name);
  // A lone CR is no line break in MIME, and servers refuse it or worse (SMTP smuggling).
  const body = mail.body.replace(/\r\n?/g, "\n");
  const content = mail.bodyType === "html" ? { text: htmlToText(body) || subject || " ", html: body } : { text: body };
  const composer = new MailComposer({
    from: mailbox(mail.from.address, isNameEncoded ? "" : name),
    to: [mailbox(mail.to)],
    ...(mail.cc.length > 0 ? { cc: mail.cc.map((address) => mailbox(address)) } : {}),
    subject: needsEncoding(subject) ? encoded(subject) : subject,
    messageId: headerText(mail.messageId),
    date: mail.date,
    ...content,
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "win",
  });
  const message = composer.compile();
  const source = body.length > LARGE ? await message.build() : Buffer.from(mimeText(message));
  return isNameEncoded ? withSenderName(source, name) : source;
}

/** The library writes a plain name into quotes, where readers decode it all the same: such a one is put in front by us. */
function withSenderName(source: Buffer, name: string): Buffer {
  const [before = "", address = "", after = ""] =
    /^([\s\S]*?^)From: ([^\r\n]+)(\r\n[\s\S]*)$/m.exec(source.toString("latin1"))?.slice(1) ?? [];
  if (address === "") throw new UnsendableMailError("the message has no sender");
  return Buffer.from(`${before}${foldLines(`From: ${encoded(name)} <${address}>`)}${after}`, "latin1");
}
