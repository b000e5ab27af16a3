import { byteText, escapedByte, isAscii, normalise, toBytes } from "../bytes.ts";
import { isPrint, isValidRune } from "../unicode.ts";

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [7, "\\a"],
  [8, "\\b"],
  [12, "\\f"],
  [10, "\\n"],
  [13, "\\r"],
  [9, "\\t"],
  [11, "\\v"],
]);

/** Quotes as Go's strconv.Quote or QuoteToASCII does. */
export function quote(text: string, asciiOnly = false): string {
  return `"${quotedBody(text, 0x22, asciiOnly)}"`;
}

/** Quotes as Go's strconv.QuoteRune or QuoteRuneToASCII does. */
export function quoteRune(code: number, asciiOnly = false): string {
  return `'${quotedCode(isValidRune(code) ? code : 0xfffd, 0x27, asciiOnly)}'`;
}

/**
 * Matches everything except plain ASCII. Of the printable characters, only the quotation mark and the backslash are
 * escaped.
 */
const TO_QUOTE = /[^ !#-[\]-~]/gu;

function quotedBody(text: string, mark: number, asciiOnly: boolean): string {
  return text.replace(TO_QUOTE, (character) => quotedCode(character.codePointAt(0) ?? 0, mark, asciiOnly));
}

function quotedCode(code: number, mark: number, asciiOnly: boolean): string {
  if (code === mark || code === 0x5c) return `\\${String.fromCodePoint(code)}`;
  const byte = escapedByte(code);
  if (byte >= 0) return `\\x${byte.toString(16)}`;
  if (isPrint(code) && (code < 0x80 || !asciiOnly)) return String.fromCodePoint(code);
  return ESCAPES.get(code) ?? numericEscape(code);
}

function numericEscape(code: number): string {
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters cannot stand in a raw string
const NOT_RAW = /[\x00-\x08\x0a-\x1f\x7f`\uFEFF]|\p{Surrogate}/u;

export function canBackquote(text: string): boolean {
  return !NOT_RAW.test(text);
}

const SIMPLE_ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  "\\": 0x5c,
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const HEX_ONLY = /^[0-9a-fA-F]+$/;
const OCTAL_ONLY = /^[0-7]{3}$/;

interface Unit {
  /** A code point, or a byte when `isByte` is true. */
  value: number;
  isByte: boolean;
  size: number;
}

/** Reads a "string" or a `raw` string as Go's strconv.Unquote does; undefined when the syntax is invalid. */
export function unquote(literal: string): string | undefined {
  const body = literal.slice(1, -1);
  if (literal.startsWith("`")) return body.includes("\r") ? body.replaceAll("\r", "") : body;
  return body.includes("\\") ? unescaped(body) : body;
}

function unescaped(body: string): string | undefined {
  let out = "";
  for (let i = body.indexOf("\\"), from = 0; ; i = body.indexOf("\\", from)) {
    out += body.slice(from, i < 0 ? body.length : i);
    if (i < 0) return normalise(out);
    const unit = escapeAt(body, i, '"');
    if (unit === undefined) return undefined;
    out += unit.isByte ? byteText(unit.value) : String.fromCodePoint(unit.value);
    from = i + unit.size;
  }
}

function plainAt(body: string, i: number): Unit {
  const value = body.codePointAt(i) ?? 0;
  return { value, isByte: false, size: value > 0xffff ? 2 : 1 };
}

/** Reads the escape sequence at a backslash. Go does not allow the other kind of quotation mark to be escaped. */
function escapeAt(body: string, i: number, mark: string): Unit | undefined {
  const character = body[i + 1] ?? "";
  if (character === mark) return { value: mark.charCodeAt(0), isByte: false, size: 2 };
  if (Object.hasOwn(SIMPLE_ESCAPES, character))
    return { value: SIMPLE_ESCAPES[character] ?? 0, isByte: false, size: 2 };
  if (Object.hasOwn(HEX_DIGITS, character)) return hexEscape(body, i, HEX_DIGITS[character] ?? 0);
  const octal = body.slice(i + 1, i + 4);
  const value = OCTAL_ONLY.test(octal) ? Number.parseInt(octal, 8) : 256;
  return value > 255 ? undefined : { value, isByte: true, size: 4 };
}

function hexEscape(body: string, i: number, digits: number): Unit | undefined {
  const hex = body.slice(i + 2, i + 2 + digits);
  if (hex.length < digits || !HEX_ONLY.test(hex)) return undefined;
  const value = Number.parseInt(hex, 16);
  if (digits > 2 && !isValidRune(value)) return undefined;
  return { value, isByte: digits === 2, size: digits + 2 };
}

/**
 * Returns the value of a character constant such as 'a' or '\n', or Go's error message.
 */
export function unquoteCharacter(literal: string): { code: number } | { error: string } {
  const body = literal.slice(1);
  if (body.startsWith("'")) return { error: "invalid syntax" };
  const unit = body.startsWith("\\") ? escapeAt(body, 0, "'") : plainAt(body, 0);
  if (unit === undefined) return { error: "invalid syntax" };
  if (body.slice(unit.size) !== "'") return { error: `malformed character constant: ${literal}` };
  return { code: unit.value };
}

/** Returns the first `count` characters. A byte that belongs to no character counts as one. */
export function firstRunes(text: string, count: number): string {
  if (text.length <= count) return text;
  let units = 0;
  for (let left = count; left > 0 && units < text.length; left--)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, units);
}

/** Counts the characters. A byte that belongs to no character counts as one. */
export function runeCount(text: string): number {
  if (isAscii(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Writes the first `bytes` bytes as pairs of hexadecimal digits. */
export function hexPairs(text: string, bytes: number): string[] {
  return Array.from(toBytes(text).subarray(0, bytes), (byte) => HEX_PAIRS[byte] ?? "");
}
