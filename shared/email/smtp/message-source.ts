import { domainToASCII } from "node:url";
import { wrap as wrapBase64 } from "nodemailer/lib/base64";
import MailComposer from "nodemailer/lib/mail-composer";
import type { Attachment } from "nodemailer/lib/mailer";
import type MimeNode from "nodemailer/lib/mime-node";
import type { EmailAttachment } from "../domain/attachment.ts";
import { htmlToText } from "../domain/html-to-text.ts";
import type { Mail } from "../domain/mail.ts";
import { fileHead } from "./file-head.ts";
import { encoded, headerText, needsEncoding } from "./header-text.ts";
import { type MessagePieces, messagePieces, type StoredFile } from "./message-pieces.ts";
import { mimePieces, mimeText } from "./mime-text.ts";
import { UnsendableMailError, withOwnHeaders } from "./own-headers.ts";

const NEVER_IN_ADDRESS = /[\p{Cc}\p{Cs}<>]/u;

/** Returns the address with its domain in ASCII (IDNA), so that only a local part beyond ASCII needs SMTPUTF8. */
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

/** `needsUtf8` is true when the server must know SMTPUTF8 for this address (RFC 6531). */
export const needsUtf8 = (wire: string): boolean => /\P{ASCII}/u.test(wire);

const mailbox = (address: string, name = "") => ({ name: headerText(name), address: wireAddress(address) });
const mailboxes = (addresses: readonly string[] = []) => addresses.map((address) => mailbox(address));

/** A body with more characters is written by the library's streams, which let other work run meanwhile. */
const LARGE = 65_536;

/** A lone CR is no line break in MIME: servers refuse it, or misread it (SMTP smuggling). */
const withPlainBreaks = (text: string): string => text.replace(/\r\n?/g, "\n");

/** Returns the text parts of the mail: the plain one, and the html one of an html mail. */
function textsOf(mail: Mail): { readonly text: string; readonly html?: string } {
  const body = withPlainBreaks(mail.body);
  if (mail.bodyType !== "html") return { text: body };
  const derived = () => htmlToText(body) || headerText(mail.subject) || " ";
  return { text: mail.text ? withPlainBreaks(mail.text) : derived(), html: body };
}

function compiled(mail: Mail, attachments: Attachment[] = []): MimeNode {
  const subject = headerText(mail.subject);
  const name = headerText(mail.from.name);
  return new MailComposer({
    from: mailbox(mail.from.address, needsEncoding(name) ? "" : name),
    to: [mailbox(mail.to)],
    ...(mail.cc.length > 0 ? { cc: mailboxes(mail.cc) } : {}),
    ...(mail.replyTo?.length ? { replyTo: mailboxes(mail.replyTo) } : {}),
    subject: needsEncoding(subject) ? encoded(subject) : subject,
    messageId: headerText(mail.messageId),
    date: mail.date,
    ...textsOf(mail),
    attachments,
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "win",
  }).compile();
}

/** Writes the message by RFC 5322 and MIME, without attached files and bcc (D17). The library may read no files or URLs. */
export async function messageSource(mail: Mail): Promise<Buffer> {
  const message = compiled(mail);
  const isLarge = mail.body.length + (mail.text?.length ?? 0) > LARGE;
  return withOwnHeaders(isLarge ? await message.build() : Buffer.from(mimeText(message)), mail);
}

/** Adds the files. In an html mail, files with a content id are in one part with the html that shows them; the others follow (D43). */
export function messageWithFiles(mail: Mail, files: readonly EmailAttachment[]): MessagePieces {
  const standIns = files.map(({ contentId }) => ({ content: Buffer.alloc(0), ...(contentId && { cid: contentId }) }));
  const byContent = new Map<unknown, EmailAttachment>(files.map((file, index) => [standIns[index]?.content, file]));
  const message = compiled({ ...mail, body: mail.body || " " }, standIns);
  const pieces = mimePieces(message, ({ content }) => {
    const file = byContent.get(content);
    return file && [fileHead(file), ...fileContent(file)];
  });
  const [head = "", ...rest] = pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece));
  if (!Buffer.isBuffer(head)) throw new UnsendableMailError("the message has no headers");
  return messagePieces([withOwnHeaders(head, mail), ...rest]);
}

function fileContent({ source, sizeBytes }: EmailAttachment): readonly (string | StoredFile)[] {
  return "key" in source ? [{ key: source.key, sizeBytes }] : [wrapBase64(source.base64, 76)];
}
