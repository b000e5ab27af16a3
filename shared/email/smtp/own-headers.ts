import { foldLines } from "nodemailer/lib/mime-funcs";
import type { Mail } from "../domain/mail.ts";
import { encoded, headerLine, headerText, needsEncoding } from "./header-text.ts";

/** Thrown for a mail that cannot be written as a message. Earlier checks should prevent that. */
export class UnsendableMailError extends Error {
  override readonly name = "UnsendableMailError";
}

const BREAK = "\r\n";

/** Adds the headers that the library would write wrongly: the headers that the sender gave, and `From` when its name needs encoding. */
export function withOwnHeaders(source: Buffer, { from, headers = {} }: Pick<Mail, "from" | "headers">): Buffer {
  const name = headerText(from.name);
  const own = Object.entries(headers).map(([header, value]) => `${BREAK}${headerLine(header, value)}`);
  if (own.length === 0 && !needsEncoding(name)) return source;
  const end = source.indexOf(BREAK + BREAK);
  const head = source.toString("utf8", 0, end);
  const named = needsEncoding(name) ? withSenderName(head, name) : head;
  return Buffer.concat([Buffer.from(named + own.join("")), source.subarray(end)]);
}

/** Writes `From` with the name as encoded words. The library would only quote a name like `=?…?=`, and mail clients would decode that. */
function withSenderName(head: string, name: string): string {
  const [before = "", address = "", after = ""] =
    /^([\s\S]*?^)From: ([^\r\n]+)(\r\n[\s\S]*)$/m.exec(head)?.slice(1) ?? [];
  if (address === "") throw new UnsendableMailError("the message has no sender");
  return `${before}${foldLines(`From: ${encoded(name)} <${address}>`)}${after}`;
}
