import { CallError } from "../errors.ts";
import { replaced } from "../escapers.ts";
import { toJson } from "../json.ts";
import type { Meter } from "../limits.ts";
import type { Value } from "../values.ts";
import { isIdentifierPart } from "./js-slash.ts";

const CONTROLS: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r" };

/** The characters that are escaped by a backslash before them. */
const BACKSLASHED: ReadonlySet<string> = new Set("\\/");
const REGEXP_BACKSLASHED: ReadonlySet<string> = new Set("\\/$()*-.?[]^{|}");

function unicodeEscape(character: string): string {
  return CONTROLS[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Matches characters that end a string of any kind, or that HTML might interpret. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const STRING_SPECIALS = /[\x00-\x1f"`&'+/<>\\\u2028\u2029]/g;

/** Escapes a value between quotation marks in JavaScript. */
export function escapeJsString(meter: Meter, text: string): string {
  return replaced(meter, text, STRING_SPECIALS, (found) =>
    BACKSLASHED.has(found) ? `\\${found}` : unicodeEscape(found),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const TEMPLATE_SPECIALS = /[\x00-\x1f"`&'+/<>\\${}\u2028\u2029]/g;

/** Escapes a value in a template literal, so that it cannot start a `${`. */
export function escapeJsTemplate(meter: Meter, text: string): string {
  return replaced(meter, text, TEMPLATE_SPECIALS, (found) =>
    BACKSLASHED.has(found) ? `\\${found}` : unicodeEscape(found),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const REGEXP_SPECIALS = /[\x00-\x1f"&'+<>\\/$()*\-.?[\]^{|}\u2028\u2029]/g;

/**
 * Escapes a value in a regular expression, which then matches it literally. An empty value would leave `//`, which is a
 * comment.
 */
export function escapeJsRegexp(meter: Meter, text: string): string {
  if (text === "") return "(?:)";
  return replaced(meter, text, REGEXP_SPECIALS, (found) =>
    REGEXP_BACKSLASHED.has(found) ? `\\${found}` : unicodeEscape(found),
  );
}

/** Writes a value as a JavaScript expression. The spaces separate a number or a word from what stands next to it. */
export function jsValue(meter: Meter, value: Value): string {
  const json = jsonOrProblem(meter, value);
  return isIdentifierPart(json.charCodeAt(0)) || isIdentifierPart(json.charCodeAt(json.length - 1))
    ? ` ${json} `
    : json;
}

function jsonOrProblem(meter: Meter, value: Value): string {
  try {
    return toJson(meter, value);
  } catch (error) {
    if (error instanceof CallError) return ` /* ${error.message} */null `;
    throw error;
  }
}
