import { foldLines } from "nodemailer/lib/mime-funcs";
import type { Mail } from "../domain/mail.ts";
import { encoded, headerLine, headerText, needsEncoding } from "./header-text.ts";

/** Thrown for a mail that cannot be written as a message. Earlier checks should prevent that. */
export class UnsendableMailError extends Error {
  override readonly name = "UnsendableMailError";
}

const BREAK = "\r\n";

/**
 * Adds the headers that the library would write wrongly: the headers that the sender gave, and `From` when its name needs encoding or the
 * domain of its address has capital letters.
 */
export function withOwnHeaders(source: Buffer, { from, headers = {} }: Pick<Mail, "from" | "headers">): Buffer {
  const name = headerText(from.name);
  const own = Object.entries(headers).map(([header, value]) => `${BREAK}${headerLine(header, value)}`);
  const hasCapitals = CAPITAL_IN_DOMAIN.test(from.address);
  if (own.length === 0 && !needsEncoding(name) && !hasCapitals) return source;
  const end = source.indexOf(BREAK + BREAK);
  const head = source.toString("utf8", 0, end);
  const named = needsEncoding(name) ? withSenderName(head, name) : head;
  const written = hasCapitals ? withCapitals(named, from.address) : named;
  return Buffer.concat([Buffer.from(written + own.join("")), source.subarray(end)]);
}

/** A domain in ASCII with capital letters. The library writes it in lower case; a domain beyond ASCII is written in its ASCII form. */
const CAPITAL_IN_DOMAIN = /@(?=[^@]*[A-Z])[\x21-\x3f\x41-\x7e]+$/;

/** Writes the address of `From` as it was given (D52). It is the last text of the header, and has the same length in lower case. */
function withCapitals(head: string, address: string): string {
  return head.replace(/^From: [^\r\n]*(?:\r\n[ \t][^\r\n]*)*/m, (line) => {
    const at = line.toLowerCase().lastIndexOf(address.toLowerCase());
    return at === -1 ? line : `${line.slice(0, at)}${address}${line.slice(at + address.length)}`;
  });
}

/** Writes `From` with the name as encoded words. The library would only quote a name like `=?…?=`, and mail clients would decode that. */
function withSenderName(head: string, name: string): string {
  const [before = "", address = "", after = ""] =
    /^([\s\S]*?^)From: ([^\r\n]+)(\r\n[\s\S]*)$/m.exec(head)?.slice(1) ?? [];
  if (address === "") throw new UnsendableMailError("the message has no sender");
  return `${before}${foldLines(`From: ${encoded(name)} <${address}>`)}${after}`;
}
