import { isEmailAddress } from "../../email/domain/email-address.ts";

/** An address of 254 octets may be written in xtext with `\x{...}` for each character (RFC 6533). */
const MAX_WRITTEN = 4096;
const XTEXT = /\+([0-9A-F]{2})/g;
const EMBEDDED = /\\x\{([0-9A-F]{2,6})\}/gi;
const LAST_CODE_POINT = 0x10_ff_ff;

/** RFC 3461 writes a character as `+` and two hexadecimal digits in upper case. */
export const decodeXtext = (text: string): string =>
  text.replace(XTEXT, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** RFC 6533 writes a character beyond ASCII as `\x{...}` where only ASCII can stand. */
export const decodeEmbedded = (text: string): string =>
  text.replace(EMBEDDED, (written, digits: string) => {
    const point = Number.parseInt(digits, 16);
    const isCharacter = point <= LAST_CODE_POINT && !(point >= 0xd8_00 && point <= 0xdf_ff);
    return isCharacter ? String.fromCodePoint(point) : written;
  });

/**
 * Returns the addresses that a recipient's field may mean: as it is written first, then decoded. Some servers leave the xtext of `ORCPT` in
 * `Original-Recipient`, and `ana+2Bnews@…` may be either form.
 */
export function addressesOfField(field: string): string[] {
  if (field.length > MAX_WRITTEN) return [];
  const written = bare(withoutType(field));
  const embedded = decodeEmbedded(written);
  return addresses([embedded, decodeXtext(written), decodeEmbedded(decodeXtext(written))]);
}

/** Returns the addresses among texts, each once; its case does not make it another one. */
export const addresses = (texts: readonly string[]): string[] => eachOnce(texts, isEmailAddress);

/** Returns what may be an envelope sender of ours, which may have a dot where no other address has one (D45f). */
export const envelopeSenders = (texts: readonly string[]): string[] => eachOnce(texts, (text) => text.includes("@"));

function eachOnce(texts: readonly string[], isOne: (text: string) => boolean): string[] {
  const found = new Map<string, string>();
  for (const text of texts) {
    const key = text.toLowerCase();
    if (text.length <= MAX_WRITTEN && !found.has(key) && isOne(text)) found.set(key, text);
  }
  return [...found.values()];
}

/** A recipient's field begins with the type of its address, such as `rfc822;` or `utf-8;`; some servers leave it out. */
const withoutType = (field: string): string => /^\s*[a-z0-9-]{1,32}\s*;+(.*)$/is.exec(field)?.[1] ?? field;

/** An address may stand in angle brackets or quotation marks, and a comment behind it. */
export function bare(text: string): string {
  const open = text.indexOf("<");
  const close = text.indexOf(">", open + 1);
  if (open >= 0 && close > open) return text.slice(open + 1, close).trim();
  const [first = ""] = text.trim().split(/\s+/, 1);
  return first.replaceAll(/^["']|["',;]$/g, "");
}
