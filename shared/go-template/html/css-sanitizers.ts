import { replaced } from "../escapers.ts";
import { type Meter, make, scan } from "../limits.ts";
import { isHexDigit, isHtmlSpace } from "./character-sets.ts";
import { decodeCss } from "./css-text.ts";
import { FAILSAFE } from "./html-sanitizers.ts";

/** With the space that keeps a digit or a space after it from being taken as a part of the escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is escaped
const STRING_SPECIALS = /[\x00\t\n\f\r"&'()+/:;<>\\{}]/g;

/** A value in a CSS string. */
export function escapeCssString(meter: Meter, text: string): string {
  return replaced(meter, text, STRING_SPECIALS, (found, at) => {
    if (found === "\\") return "\\\\";
    const next = text.charCodeAt(at + 1);
    const needsSpace = at + 1 === text.length || isHexDigit(next) || isHtmlSpace(next);
    return `\\${found.charCodeAt(0).toString(16)}${needsSpace ? " " : ""}`;
  });
}

/** Characters that could end a declaration, open a bracket or a string, or start a comment of HTML. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is refused
const UNSAFE = /[\x00"'()/;@[\\\]`{}<>]|--/;
const NOT_NAME = /[^A-Za-z0-9_]+/g;
/** Old browsers ran scripts from styles by these. */
const RUNS_SCRIPTS = /expression|mozbinding/i;

/** A value of a CSS property: a quantity, a colour, a keyword. */
export function filterCssValue(meter: Meter, text: string): string {
  scan(meter, text.length);
  const value = decodeCss(text);
  if (UNSAFE.test(value) || RUNS_SCRIPTS.test(value.replace(NOT_NAME, ""))) return FAILSAFE;
  if (value !== text) make(meter, value.length);
  return value;
}
