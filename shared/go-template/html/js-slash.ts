import type { Slash } from "./context.ts";

/** JavaScript's white space, including line ends. */
const TRAILING_SPACE = /[\f\n\r\t\v \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;

/** An expression begins after these keywords, so a slash there starts a regular expression. */
const EXPRESSION_KEYWORDS: ReadonlySet<string> = new Set(
  "break case continue delete do else finally in instanceof return throw try typeof void".split(" "),
);

const BEFORE_EXPRESSION: ReadonlySet<string> = new Set(",<>=*%&|^?!~([:;{}");

/** Returns what a slash means after the range of `text`, which itself contains no strings, comments or slashes. */
export function slashAfter(text: string, { from, end }: { from: number; end: number }, before: Slash): Slash {
  let last = end - 1;
  while (last >= from && TRAILING_SPACE.test(text.charAt(last))) last--;
  return last < from ? before : afterToken(text, from, last);
}

function afterToken(text: string, from: number, last: number): Slash {
  const character = text.charAt(last);
  if (BEFORE_EXPRESSION.has(character)) return "Regexp";
  if (character === "+" || character === "-") return afterSign(text, from, last);
  if (character === ".") return last > from && isDigit(text.charCodeAt(last - 1)) ? "DivOp" : "Regexp";
  return EXPRESSION_KEYWORDS.has(lastWord(text, from, last)) ? "Regexp" : "DivOp";
}

/** A slash divides after `x++` but not after `x +`. */
function afterSign(text: string, from: number, last: number): Slash {
  let start = last;
  while (start > from && text[start - 1] === text[last]) start--;
  return (last - start) % 2 === 0 ? "Regexp" : "DivOp";
}

function lastWord(text: string, from: number, last: number): string {
  let start = last + 1;
  while (start > from && isIdentifierPart(text.charCodeAt(start - 1))) start--;
  return text.slice(start, last + 1);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const DOLLAR = 0x24;
const UNDERSCORE = 0x5f;

/** Tells whether a character may be part of a number or a word of JavaScript itself. */
export function isIdentifierPart(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x7a) || code === DOLLAR || code === UNDERSCORE;
}
