import { unquoteCharacter } from "../format/quote.ts";
import { type Complex, complex, type Value } from "../values.ts";

/**
 * The value of a number in a template. `overflow` marks an integer beyond int64, which Go parses but refuses to
 * evaluate.
 */
export type Literal = { value: Value } | { overflow: true } | { error: string };

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
const MAX_UINT = 2n ** 64n - 1n;

export function characterLiteral(text: string): Literal {
  const read = unquoteCharacter(text);
  return "code" in read ? { value: BigInt(read.code) } : read;
}

/** Reads a literal such as 42, -0x1F, 1_000, 1e6 or 2i. Errors are worded as in Go. */
export function numberLiteral(text: string): Literal {
  if (text.length === 1) return DIGIT_LITERALS.get(text) ?? { error: `illegal number syntax: "${text}"` };
  if (text.endsWith("i")) {
    const imaginary = parseFloatLiteral(text.slice(0, -1));
    if (imaginary !== undefined) return { value: complex(0, imaginary) };
  }
  const whole = parseInteger(text);
  if (whole !== undefined) return wholeLiteral(text, whole);
  const value = parseFloatLiteral(text);
  if (value === undefined) return { error: `illegal number syntax: "${text}"` };
  return /[.eEpP]/.test(text) ? { value } : { error: `integer overflow: "${text}"` };
}

/** Go looks for a point or an exponent before it tries an integer, and treats only an unsigned 0x as hexadecimal. */
function wholeLiteral(text: string, whole: bigint): Literal {
  if (!/^0[xX]/.test(text) && /[.eEpP]/.test(text)) return { value: Number(whole) };
  return whole > MAX_INT ? { overflow: true } : { value: whole };
}

/** The most common numbers, which all nodes share. */
const DIGIT_LITERALS: ReadonlyMap<string, Literal> = new Map(
  [..."0123456789"].map((digit) => [digit, { value: BigInt(digit) }]),
);

const BASES: Readonly<Record<string, number>> = { x: 16, o: 8, b: 2 };
const DIGITS: Readonly<Record<number, RegExp>> = { 2: /^[01]+$/, 8: /^[0-7]+$/, 10: /^[0-9]+$/, 16: /^[0-9a-fA-F]+$/ };
const PREFIX: Readonly<Record<number, string>> = { 2: "0b", 8: "0o", 10: "", 16: "0x" };
/** A number with more than 64 digits, without leading zeros, exceeds 64 bits in every base. */
const MAX_DIGITS = 64;

/**
 * Reads an integer as Go's ParseInt or, without a sign, ParseUint does with base 0; undefined when neither accepts it.
 */
function parseInteger(text: string): bigint | undefined {
  const signed = text.startsWith("-") || text.startsWith("+");
  const body = signed ? text.slice(1) : text;
  const magnitude = underscoresSeparate(body) ? parseMagnitude(body.replaceAll("_", "")) : undefined;
  if (magnitude === undefined) return undefined;
  const whole = text.startsWith("-") ? -magnitude : magnitude;
  return whole >= MIN_INT && whole <= (signed ? MAX_INT : MAX_UINT) ? whole : undefined;
}

function parseMagnitude(body: string): bigint | undefined {
  const { base, digits } = splitBase(body);
  if (!DIGITS[base]?.test(digits)) return undefined;
  const significant = digits.replace(/^0+(?=.)/, "");
  return significant.length > MAX_DIGITS ? undefined : BigInt(PREFIX[base] + significant);
}

function splitBase(body: string): { base: number; digits: string } {
  if (body.length < 2 || !body.startsWith("0")) return { base: 10, digits: body };
  const base = BASES[(body[1] ?? "").toLowerCase()];
  return base === undefined ? { base: 8, digits: body.slice(1) } : { base, digits: body.slice(2) };
}

/** Underscores are allowed only between digits, or between a base prefix and a digit. */
function underscoresSeparate(body: string): boolean {
  if (!body.includes("_")) return true;
  const isHex = /^0[xX]/.test(body);
  const digits = /^0[xXoObB]/.test(body) ? `0${body.slice(2)}` : body;
  const beside = isHex ? /[^0-9a-fA-F_]_|_[^0-9a-fA-F]/ : /[^0-9_]_|_[^0-9]/;
  return !(digits.startsWith("_") || digits.endsWith("_") || beside.test(digits));
}

/** Reads a number as Go's ParseFloat does; undefined for invalid syntax and for numbers beyond float64. */
export function parseFloatLiteral(text: string): number | undefined {
  const body = /^[+-]/.test(text) ? text.slice(1) : text;
  if (!underscoresSeparate(body)) return undefined;
  const plain = body.replaceAll("_", "");
  const value = /^0[xX]/.test(plain) ? parseHexFloat(plain.slice(2)) : parseDecimalFloat(plain);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return text.startsWith("-") ? -value : value;
}

interface FloatParts {
  whole: string;
  fraction: string;
  /** Decimal digits with an optional sign; undefined when there is no exponent. */
  exponent: string | undefined;
}

/** Splits without a pattern, because one with optional parts would take quadratic time on a long invalid number. */
function splitFloatText(text: string, marks: RegExp, digits: RegExp): FloatParts | undefined {
  const mark = text.search(marks);
  const mantissa = mark < 0 ? text : text.slice(0, mark);
  const exponent = mark < 0 ? undefined : text.slice(mark + 1);
  const point = mantissa.indexOf(".");
  const whole = point < 0 ? mantissa : mantissa.slice(0, point);
  const fraction = point < 0 ? "" : mantissa.slice(point + 1);
  if (!digits.test(whole + fraction)) return undefined;
  if (exponent !== undefined && !/^[+-]?[0-9]+$/.test(exponent)) return undefined;
  return { whole, fraction, exponent };
}

function parseDecimalFloat(text: string): number | undefined {
  const parts = splitFloatText(text, /[eE]/, /^[0-9]+$/);
  return parts && Number(`${parts.whole || "0"}.${parts.fraction || "0"}e${parts.exponent ?? "0"}`);
}

/**
 * This many hexadecimal digits suffice to round to 53 bits. Digits after them only decide between rounding up and down.
 */
const HEX_FLOAT_DIGITS = 20;

function parseHexFloat(text: string): number | undefined {
  const parts = splitFloatText(text, /[pP]/, /^[0-9a-fA-F]+$/);
  if (parts?.exponent === undefined) return undefined;
  const all = parts.whole + parts.fraction;
  const significant = all.replace(/^0+/, "");
  const kept = significant.slice(0, HEX_FLOAT_DIGITS);
  if (kept === "") return 0;
  const rest = /[^0]/.test(significant.slice(HEX_FLOAT_DIGITS)) ? 1n : 0n;
  const dropped = Math.max(significant.length - HEX_FLOAT_DIGITS, 0);
  const exponent = Number(parts.exponent) + 4 * (dropped - parts.fraction.length);
  return scaled((BigInt(`0x${kept}`) << 1n) | rest, exponent - 1);
}

const MIN_EXPONENT = -1074;
const MAX_EXPONENT = 1100;

/** Returns `mantissa` times two to the power of `exponent`, rounded once, with halves to even. */
function scaled(mantissa: bigint, exponent: number): number {
  const bits = mantissa.toString(2).length;
  if (exponent + bits > MAX_EXPONENT) return Number.POSITIVE_INFINITY;
  if (exponent + bits < MIN_EXPONENT) return 0;
  const shift = Math.max(bits - 53, MIN_EXPONENT - exponent);
  if (shift <= 0) return Number(mantissa) * 2 ** exponent;
  const half = 1n << BigInt(shift - 1);
  const rest = mantissa & ((1n << BigInt(shift)) - 1n);
  const kept = mantissa >> BigInt(shift);
  const up = rest > half || (rest === half && (kept & 1n) === 1n);
  return timesPowerOfTwo(Number(up ? kept + 1n : kept), exponent + shift);
}

function timesPowerOfTwo(value: number, exponent: number): number {
  return exponent > 1000 ? value * 2 ** 1000 * 2 ** (exponent - 1000) : value * 2 ** exponent;
}

const NOT_COMPLEX = "syntax error scanning complex number";

/** Reads a literal such as 1+2i. Its parts may only be decimal or hexadecimal floats. */
export function complexLiteral(text: string): Literal {
  const split = partLength(text);
  const real = parseFloatLiteral(text.slice(0, split));
  const rest = text.slice(split);
  const imaginary = /^[+-]/.test(rest) && rest.endsWith("i") ? parseFloatLiteral(rest.slice(0, -1)) : undefined;
  if (real === undefined || imaginary === undefined) return { error: NOT_COMPLEX };
  const value: Complex = complex(real, imaginary);
  return { value };
}

/** Returns where the real part ends: at the first sign that is neither the leading one nor part of an exponent. */
function partLength(text: string): number {
  const marks = /^[+-]?0[xX]/.test(text) ? /[pP]/ : /[eE]/;
  for (let i = 1; i < text.length; i++) {
    if ((text[i] === "+" || text[i] === "-") && !marks.test(text[i - 1] ?? "")) return i;
  }
  return text.length;
}
