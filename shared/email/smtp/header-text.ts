import { encodeWord, foldLines } from "nodemailer/lib/mime-funcs";

/** A header's text has no control characters or line breaks: one space replaces a run of them (D13). */
export function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ").trim();
}

/** An encoded word has at most 75 characters; 12 of them surround the text (RFC 2047 section 2). */
const MAX_ENCODED_TEXT = 52;

/** A text that looks like an encoded word is encoded itself, so that readers show it as it was written (RFC 2047 section 7). */
const isTakenForEncoded = (text: string): boolean => text.includes("=?");
/** Texts that the library folds wrongly: a long word makes a line too long, and many spaces make it empty (RFC 5322 sections 2.1.1, 3.2.2). */
const UNFOLDABLE = /\S{900}|\s{60}/;
export const needsEncoding = (text: string): boolean => isTakenForEncoded(text) || UNFOLDABLE.test(text);

export const encoded = (text: string, encoding: "Q" | "B" = "Q"): string =>
  encodeWord(text, encoding, MAX_ENCODED_TEXT);

/** True for printable ASCII with single spaces, which needs no encoding. Some mail clients would turn two spaces into one. */
const isPlain = (text: string): boolean => /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text) && !needsEncoding(text);

const MESSAGE_IDS = /^\s*<[!-;=?-~]+>(?:\s+<[!-;=?-~]+>)*\s*$/;

/** Writes and folds a sender's own header. Text beyond ASCII becomes encoded words; message ids get single spaces (RFC 5322 section 4.5.4). */
export function headerLine(name: string, value: string): string {
  const text = MESSAGE_IDS.test(value) ? value.trim().split(/\s+/).join(" ") : headerText(value);
  if (isPlain(text)) return foldLines(`${name}: ${text}`);
  const latin = text.replace(/[^a-z]/gi, "").length;
  return foldLines(`${name}: ${encoded(text, 2 * latin > text.length ? "Q" : "B")}`);
}
