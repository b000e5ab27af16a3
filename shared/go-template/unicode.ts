/** Names consist of letters, digits (Go's unicode.IsLetter and unicode.IsDigit) and underscores. */
const NAME_CHARACTER = /[\p{L}\p{Nd}_]/u;
/** Works as Go's unicode.IsPrint beyond ASCII. */
const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

export const MAX_CODE_POINT = 0x10ffff;
export const REPLACEMENT = "\uFFFD";

export function isNameCharacter(code: number): boolean {
  if (code < 0x80) return isAsciiNameCharacter(code);
  return NAME_CHARACTER.test(String.fromCodePoint(code));
}

function isAsciiNameCharacter(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

export function isPrint(code: number): boolean {
  if (code < 0x7f) return code >= 0x20;
  if (code === 0xad) return false;
  return PRINTABLE.test(String.fromCodePoint(code));
}

/** Tells whether a number is a code point from 0 to 0x10FFFF and not a surrogate. */
export function isValidRune(code: number): boolean {
  return code >= 0 && code <= MAX_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
}

/** Writes a code point as Go's `%U` does, or as `%#U` when `withCharacter` is true: `U+0040 '@'`. */
export function unicodeName(code: number, withCharacter: boolean): string {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return withCharacter && isValidRune(code) && isPrint(code) ? `${name} '${String.fromCodePoint(code)}'` : name;
}
