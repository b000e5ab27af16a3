import { replaced } from "../escapers.ts";
import { type Meter, make, scan } from "../limits.ts";
import { isHexDigit, isHtmlSpace } from "./character-sets.ts";
import { decodeCss } from "./css-text.ts";
import { FAILSAFE } from "./html-sanitizers.ts";

/** An escaped character may be followed by a space, which separates it from a digit or a space after it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is escaped
const STRING_SPECIALS = /[\x00\t\n\f\r"&'()+/:;<>\\{}]/g;

/** Escapes a value inside a CSS string. */
export function escapeCssString(meter: Meter, text: string): string {
  return replaced(meter, text, STRING_SPECIALS, (found, at) => {
    if (found === "\\") return "\\\\";
    const next = text.charCodeAt(at + 1);
    const needsSpace = at + 1 === text.length || isHexDigit(next) || isHtmlSpace(next);
    return `\\${found.charCodeAt(0).toString(16)}${needsSpace ? " " : ""}`;
  });
}

/** Matches characters that could end a declaration, open a bracket or a string, or start an HTML comment. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is refused
const UNSAFE = /[\x00"'()/;@[\\\]`{}<>]|--/;
const NOT_NAME = /[^A-Za-z0-9_]+/g;
/** Old browsers ran scripts in styles that contain these words. */
const RUNS_SCRIPTS = /expression|mozbinding/i;

/** Passes a value of a CSS property, such as a quantity, a colour or a keyword, and replaces an unsafe one. */
export function filterCssValue(meter: Meter, text: string): string {
  scan(meter, text.length);
  const value = decodeCss(text);
  if (UNSAFE.test(value) || RUNS_SCRIPTS.test(value.replace(NOT_NAME, ""))) return FAILSAFE;
  if (value !== text) make(meter, value.length);
  return value;
}
