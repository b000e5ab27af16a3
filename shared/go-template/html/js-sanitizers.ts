import { CallError } from "../errors.ts";
import { replaced } from "../escapers.ts";
import { toJson } from "../json.ts";
import type { Meter } from "../limits.ts";
import type { Value } from "../values.ts";
import { isIdentifierPart } from "./js-slash.ts";

const CONTROLS: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r" };

/** Written with a backslash and themselves. */
const BACKSLASHED: ReadonlySet<string> = new Set("\\/");
const REGEXP_BACKSLASHED: ReadonlySet<string> = new Set("\\/$()*-.?[]^{|}");

function unicodeEscape(character: string): string {
  return CONTROLS[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Characters that end a string of any kind, or that HTML might see. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const STRING_SPECIALS = /[\x00-\x1f"`&'+/<>\\\u2028\u2029]/g;

/** A value between quotation marks in JavaScript. */
export function escapeJsString(meter: Meter, text: string): string {
  return replaced(meter, text, STRING_SPECIALS, (found) =>
    BACKSLASHED.has(found) ? `\\${found}` : unicodeEscape(found),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const TEMPLATE_SPECIALS = /[\x00-\x1f"`&'+/<>\\${}\u2028\u2029]/g;

/** A value in a template literal: it starts no `${`. */
export function escapeJsTemplate(meter: Meter, text: string): string {
  return replaced(meter, text, TEMPLATE_SPECIALS, (found) =>
    BACKSLASHED.has(found) ? `\\${found}` : unicodeEscape(found),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const REGEXP_SPECIALS = /[\x00-\x1f"&'+<>\\/$()*\-.?[\]^{|}\u2028\u2029]/g;

/** A value in a regular expression, which matches it literally. An empty one would leave `//`, a comment. */
export function escapeJsRegexp(meter: Meter, text: string): string {
  if (text === "") return "(?:)";
  return replaced(meter, text, REGEXP_SPECIALS, (found) =>
    REGEXP_BACKSLASHED.has(found) ? `\\${found}` : unicodeEscape(found),
  );
}

/** A value as an expression of JavaScript. Spaces keep a number or a word from running into its neighbours. */
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
