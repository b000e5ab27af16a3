import { isValidRune, REPLACEMENT } from "../unicode.ts";

/**
 * Matches a backslash with the digits of a code point and one optional space, or with any other character. Digits
 * beyond the last code point do not belong to the escape, and a lone backslash at the end is dropped.
 */
const ESCAPE = /\\(?:((?:10|0[0-9a-fA-F])[0-9a-fA-F]{4}|[0-9a-fA-F]{1,5})(?:\r\n|[\t\n\f\r ])?|([\s\S])|$)/gu;

/** Decodes the escapes of a CSS text. */
export function decodeCss(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (_, digits?: string, character?: string) =>
    digits === undefined ? (character ?? "") : codePoint(Number.parseInt(digits, 16)),
  );
}

function codePoint(code: number): string {
  return isValidRune(code) ? String.fromCodePoint(code) : REPLACEMENT;
}

const ASCII_NAME = /[A-Za-z0-9_-]/;

/** Tells whether a character may be part of a CSS name; all characters beyond ASCII may. */
export function isCssName(code: number): boolean {
  return code >= 0x80 || ASCII_NAME.test(String.fromCharCode(code));
}
