import { escapedByte, isAscii, toBytes } from "./bytes.ts";
import { type Meter, scan } from "./limits.ts";
import { newSink, put } from "./text-sink.ts";

/**
 * Replaces all matches of `special`, which has to be a global expression. It charges piece by piece, since the result
 * may be six times as long as the text.
 */
export function replaced(
  meter: Meter,
  text: string,
  special: RegExp,
  replacement: (found: string, at: number) => string,
): string {
  scan(meter, text.length);
  const sink = newSink(meter);
  special.lastIndex = 0;
  let from = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match.index > from) put(sink, text.slice(from, match.index));
    put(sink, replacement(match[0], match.index));
    from = special.lastIndex;
  }
  put(sink, from === 0 ? text : text.slice(from));
  return sink.text;
}

const HTML: Readonly<Record<string, string>> = {
  '"': "&#34;",
  "'": "&#39;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\0": "\uFFFD",
};

/** Escapes as Go's template.HTMLEscaper does. */
export function htmlEscape(meter: Meter, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Go replaces NUL
  return replaced(meter, text, /["'&<>\x00]/g, (found) => HTML[found] ?? found);
}

const JS: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  '"': '\\"',
  "<": "\\u003C",
  ">": "\\u003E",
  "&": "\\u0026",
  "=": "\\u003D",
};

/** Escapes as Go's template.JSEscaper does, so that the text is safe between quotation marks in JavaScript. */
export function jsEscape(meter: Meter, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
  return replaced(meter, text, /[\\'"<>&=\x00-\x1f]|[^\x00-\x7f\p{L}\p{M}\p{N}\p{P}\p{S}]/gu, jsCharacter);
}

function jsCharacter(character: string): string {
  const known = JS[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  return escapedByte(code) >= 0 ? character : `\\u${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Escapes as Go's url.QueryEscape does: a space becomes a plus sign, and all bytes that are not unreserved become %XX.
 */
export function urlQueryEscape(meter: Meter, text: string): string {
  return replaced(meter, text, /[^A-Za-z0-9\-_.~]{1,256}/gu, percentEncoded);
}

function percentEncoded(run: string): string {
  return Array.from(toBytes(run), (byte) => PERCENT[byte]).join("");
}

const PERCENT: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const plain = String.fromCharCode(byte);
  if (plain === " ") return "+";
  const isUnreserved = isAscii(plain) && /[A-Za-z0-9\-_.~]/.test(plain);
  return isUnreserved ? plain : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
});
