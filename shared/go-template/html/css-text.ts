import { isValidRune, REPLACEMENT } from "../unicode.ts";

/**
 * A backslash with the digits of a code point and one space after them, or with any other character.
 * Digits beyond the last code point are not part of it, and a lone backslash at the end is dropped.
 */
const ESCAPE = /\\(?:((?:10|0[0-9a-fA-F])[0-9a-fA-F]{4}|[0-9a-fA-F]{1,5})(?:\r\n|[\t\n\f\r ])?|([\s\S])|$)/gu;

/** The text that CSS escapes stand for. */
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

/** Whether a character may be part of a CSS name; every one beyond ASCII may. */
export function isCssName(code: number): boolean {
  return code >= 0x80 || ASCII_NAME.test(String.fromCharCode(code));
}
