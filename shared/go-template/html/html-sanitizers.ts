import { replaced } from "../escapers.ts";
import { type Meter, scan } from "../limits.ts";
import { attributeKind, lowerCase, takesNoValue } from "./attribute-kinds.ts";

/**
 * This word replaces a value that would not be safe. It has no meaning, so that a search for it finds its explanation.
 */
export const FAILSAFE = "ZgotmplZ";

const TEXT: Readonly<Record<string, string>> = {
  "\0": "\uFFFD",
  '"': "&#34;",
  "&": "&amp;",
  "'": "&#39;",
  "+": "&#43;",
  "<": "&lt;",
  ">": "&gt;",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is no character of HTML
const TEXT_SPECIALS = /[\x00"&'+<>]/g;

/** Escapes text, and values between quotation marks. */
export function escapeText(meter: Meter, text: string): string {
  return replaced(meter, text, TEXT_SPECIALS, (found) => TEXT[found] ?? found);
}

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters that end a value are escaped
const UNQUOTED_SPECIALS = /[\x00\t-\r "&'+<=>`\ufdd0-\ufdef\ufff0-\uffff]|\p{Surrogate}/gu;

/**
 * Escapes a value without quotation marks. An empty value is replaced, because the next attribute would otherwise
 * become the value.
 */
export function escapeUnquoted(meter: Meter, text: string): string {
  if (text === "") return FAILSAFE;
  return replaced(meter, text, UNQUOTED_SPECIALS, (found) => NAMED[found] ?? numericReference(found));
}

const LOWEST_SURROGATE = 0xd800;
const HIGHEST_SURROGATE = 0xdfff;

function numericReference(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0 || (code >= LOWEST_SURROGATE && code <= HIGHEST_SURROGATE)) return "&#xfffd;";
  return code < 0x80 ? `&#${code};` : `&#x${code.toString(16)};`;
}

const PLAIN_NAME = /^[0-9a-z]+$/;

/**
 * Passes the name of an attribute, or the end of one, unless it would turn the value into a URL, a script or a style.
 */
export function filterName(meter: Meter, text: string): string {
  scan(meter, text.length);
  const name = lowerCase(text);
  const isPlain = PLAIN_NAME.test(name) && attributeKind(name) === "plain" && !takesNoValue(name);
  return isPlain ? name : FAILSAFE;
}
