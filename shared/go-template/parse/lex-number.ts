import { isNameCharacter } from "../unicode.ts";

interface ScannedNumber {
  end: number;
  /** Undefined when the characters are not a number even for the lexer. */
  kind: "number" | "complex" | undefined;
}

const DECIMAL = "0123456789_";

interface NumberForm {
  readonly prefixLength: number;
  readonly digits: string;
  /** The letters that begin an exponent. */
  readonly exponentMarks: string;
}

const DECIMAL_FORM: NumberForm = { prefixLength: 0, digits: DECIMAL, exponentMarks: "eE" };
const FORMS: ReadonlyMap<string, NumberForm> = new Map([
  ["x", { prefixLength: 2, digits: "0123456789abcdefABCDEF_", exponentMarks: "pP" }],
  ["o", { prefixLength: 2, digits: "01234567_", exponentMarks: "" }],
  ["b", { prefixLength: 2, digits: "01_", exponentMarks: "" }],
]);

/** Finds the end of a number as roughly as Go's lexer does; the parser checks it more closely. */
export function scanNumber(text: string, start: number): ScannedNumber {
  const first = scanPart(text, start);
  if (!first.isWhole) return { end: first.end, kind: undefined };
  if (!"+-".includes(text[first.end] ?? " ")) return { end: first.end, kind: "number" };
  const second = scanPart(text, first.end);
  const isComplex = second.isWhole && text[second.end - 1] === "i";
  return { end: second.end, kind: isComplex ? "complex" : undefined };
}

function scanPart(text: string, start: number): { end: number; isWhole: boolean } {
  let at = acceptSign(text, start);
  const form = formAt(text, at);
  at = acceptRun(text, at + form.prefixLength, form.digits);
  if (text[at] === ".") at = acceptRun(text, at + 1, form.digits);
  at = acceptExponent(text, at, form.exponentMarks);
  if (text[at] === "i") at++;
  const next = text.codePointAt(at);
  if (next === undefined || !isNameCharacter(next)) return { end: at, isWhole: true };
  return { end: at + (next > 0xffff ? 2 : 1), isWhole: false };
}

function formAt(text: string, at: number): NumberForm {
  const prefix = text[at] === "0" ? (text[at + 1] ?? "").toLowerCase() : "";
  return FORMS.get(prefix) ?? DECIMAL_FORM;
}

function acceptSign(text: string, at: number): number {
  return text[at] === "+" || text[at] === "-" ? at + 1 : at;
}

function acceptRun(text: string, start: number, allowed: string): number {
  let at = start;
  while (at < text.length && allowed.includes(text.charAt(at))) at++;
  return at;
}

function acceptExponent(text: string, at: number, exponentMarks: string): number {
  if (at >= text.length || !exponentMarks.includes(text.charAt(at))) return at;
  return acceptRun(text, acceptSign(text, at + 1), DECIMAL);
}
