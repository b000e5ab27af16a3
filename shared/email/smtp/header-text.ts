import { encodeWord, foldLines } from "nodemailer/lib/mime-funcs";

/** Line breaks and other control characters cannot be part of a header's text; a space stands in for a run of them (D13). */
export function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ").trim();
}

/** RFC 2047 section 2: at most 75 characters each; what surrounds the text takes 12 of them. */
const MAX_ENCODED_TEXT = 52;

/** Text that a reader would take for an encoded word is encoded itself, so that it shows as it was written (RFC 2047 section 7). */
const isTakenForEncoded = (text: string): boolean => text.includes("=?");
/**
 * The library folds at spaces only: a long word stays one line, which may have 998 octets with the header's name before it (RFC 5322
 * section 2.1.1), and many spaces become a line of their own, which must not be (section 3.2.2).
 */
const UNFOLDABLE = /\S{900}|\s{60}/;
export const needsEncoding = (text: string): boolean => isTakenForEncoded(text) || UNFOLDABLE.test(text);

export const encoded = (text: string, encoding: "Q" | "B" = "Q"): string =>
  encodeWord(text, encoding, MAX_ENCODED_TEXT);

/** Two spaces are one to some readers. */
const isPlain = (text: string): boolean => /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text) && !needsEncoding(text);

const MESSAGE_IDS = /^\s*<[!-;=?-~]+>(?:\s+<[!-;=?-~]+>)*\s*$/;

/**
 * A sender's own header, folded, without the line break at its end. Beyond ASCII it is encoded words, which are phrases to a reader of
 * structured headers (RFC 5322 section 4.5.4); message ids are set one space apart.
 */
export function headerLine(name: string, value: string): string {
  const text = MESSAGE_IDS.test(value) ? value.trim().split(/\s+/).join(" ") : headerText(value);
  if (isPlain(text)) return foldLines(`${name}: ${text}`);
  const latin = text.replace(/[^a-z]/gi, "").length;
  return foldLines(`${name}: ${encoded(text, 2 * latin > text.length ? "Q" : "B")}`);
}
