import { scan } from "../limits.ts";
import { reserve } from "../text-sink.ts";
import { isValidRune, MAX_CODE_POINT, REPLACEMENT, unicodeName } from "../unicode.ts";
import { floatText } from "./float-text.ts";
import { type Printer, pad, write, writePadding } from "./format-flags.ts";
import { quoteRune } from "./quote.ts";

type IntegerVerb = (printer: Printer, value: bigint, isSigned: boolean) => void;

/** Formats an integer and returns false when the verb does not fit integers. */
export function formatInteger(
  printer: Printer,
  value: bigint,
  { verb, isSigned }: { verb: string; isSigned: boolean },
) {
  const format = INTEGER_VERBS.get(verb);
  format?.(printer, value, isSigned);
  return format !== undefined;
}

const INTEGER_VERBS: ReadonlyMap<string, IntegerVerb> = new Map<string, IntegerVerb>([
  ["v", plainInteger],
  ["d", (printer, value) => integer(printer, value, { base: 10 })],
  ["b", (printer, value) => integer(printer, value, { base: 2, prefix: "0b" })],
  ["o", (printer, value) => integer(printer, value, { base: 8 })],
  ["O", (printer, value) => integer(printer, value, { base: 8, always: "0o" })],
  ["x", (printer, value) => integer(printer, value, { base: 16, prefix: "0x" })],
  ["X", (printer, value) => integer(printer, value, { base: 16, prefix: "0X", upper: true })],
  ["c", (printer, value) => pad(printer, isRune(value) ? String.fromCodePoint(Number(value)) : REPLACEMENT)],
  ["q", (printer, value) => pad(printer, quoteRune(isRune(value) ? Number(value) : 0xfffd, printer.plus))],
  ["U", unicode],
]);

/** `%#v` shows a byte as 0x61. */
function plainInteger(printer: Printer, value: bigint, isSigned: boolean): void {
  const isHex = printer.sharpV && !isSigned;
  integer(printer, value, isHex ? { base: 16, always: "0x" } : { base: 10 });
}

function isRune(value: bigint): boolean {
  return value >= 0n && value <= BigInt(MAX_CODE_POINT) && isValidRune(Number(value));
}

interface IntegerForm {
  base: number;
  /** The prefix that is written with the # flag. */
  prefix?: string;
  /** The prefix that is always written. */
  always?: string;
  upper?: boolean;
}

function integer(printer: Printer, value: bigint, form: IntegerForm): void {
  if (printer.precision === 0 && value === 0n) writePadding(printer, printer.width, false);
  else integerDigits(printer, value, form);
}

function integerDigits(printer: Printer, value: bigint, form: IntegerForm): void {
  const digits = (value < 0n ? -value : value).toString(form.base);
  const wanted = wantedDigits(printer, value < 0n);
  reserve(printer.sink, Math.max(wanted - digits.length, 0));
  const padded = (form.upper ? digits.toUpperCase() : digits).padStart(wanted, "0");
  pad(printer, signOf(printer, value < 0n) + (form.always ?? "") + prefixOf(printer, form, padded) + padded, false);
}

/** There are two ways to ask for leading zeros, %.3d and %03d. When both are given, the first one counts. */
function wantedDigits(printer: Printer, isNegative: boolean): number {
  if (printer.precision >= 0) return printer.precision;
  if (!printer.zero || printer.minus) return 0;
  return isNegative || printer.plus || printer.space ? printer.width - 1 : printer.width;
}

function signOf(printer: Printer, isNegative: boolean): string {
  if (isNegative) return "-";
  if (printer.plus) return "+";
  return printer.space ? " " : "";
}

function prefixOf(printer: Printer, form: IntegerForm, digits: string): string {
  if (!printer.sharp) return "";
  if (form.base === 8) return digits.startsWith("0") ? "" : "0";
  return form.prefix ?? "";
}

/** Go formats the bits of a negative number as they are: -1 becomes U+FFFFFFFFFFFFFFFF. */
function unicode(printer: Printer, value: bigint): void {
  const bits = BigInt.asUintN(64, value);
  const digits = bits.toString(16).toUpperCase();
  const wanted = Math.max(printer.precision, 4);
  reserve(printer.sink, Math.max(wanted - digits.length, 0));
  const isShown = printer.sharp && bits <= BigInt(MAX_CODE_POINT);
  const character = isShown ? unicodeName(Number(bits), true).replace(/^U\+[0-9A-F]+/, "") : "";
  pad(printer, `U+${digits.padStart(wanted, "0")}${character}`, false);
}

/** Maps each verb to strconv's format and to its default precision. */
const FLOAT_VERBS: ReadonlyMap<string, readonly [form: string, precision: number]> = new Map([
  ["v", ["g", -1]],
  ["g", ["g", -1]],
  ["G", ["G", -1]],
  ["b", ["b", -1]],
  ["x", ["x", -1]],
  ["X", ["X", -1]],
  ["f", ["f", 6]],
  ["F", ["f", 6]],
  ["e", ["e", 6]],
  ["E", ["E", 6]],
]);

/** Converting a number with all its digits takes as much time as scanning this many characters. */
const FLOAT_COST_CHARS = 2048;

export function formatFloat(printer: Printer, value: number, verb: string): boolean {
  const form = FLOAT_VERBS.get(verb);
  if (form === undefined) return false;
  const [shape, usual] = form;
  const precision = printer.precision >= 0 ? printer.precision : usual;
  scan(printer.sink.meter, FLOAT_COST_CHARS);
  reserve(printer.sink, Math.max(precision, 0));
  const text = floatText(value, shape, precision);
  if (verb === "v" && text.includes("e")) printer.sink.meter.exponents++;
  const isNegative = text.startsWith("-");
  const digits = isNegative ? text.slice(1) : text;
  padFloat(printer, signOf(printer, isNegative), printer.sharp ? withPoint(digits, shape, precision) : digits);
  return true;
}

/** Writes the zeros of the padding between the sign and the digits. */
function padFloat(printer: Printer, sign: string, digits: string): void {
  const missing = printer.width - sign.length - digits.length;
  if (sign !== "" && printer.zero && !printer.minus && missing > 0) {
    write(printer, sign);
    writePadding(printer, missing, true);
    write(printer, digits);
  } else pad(printer, sign + digits);
}

/** Applies the # flag, which always writes a decimal point and, for %g and %x, keeps trailing zeros. */
function withPoint(text: string, shape: string, precision: number): string {
  if (shape === "b") return text;
  const tailAt = text.search(shape === "x" || shape === "X" ? /[pP]/ : /[eEpP]/);
  const body = tailAt < 0 ? text : text.slice(0, tailAt);
  const tail = tailAt < 0 ? "" : text.slice(tailAt);
  const missing = missingDigits(body, shape, precision);
  return `${body}${body.includes(".") ? "" : "."}${"0".repeat(Math.max(missing, 0))}${tail}`;
}

const DEFAULT_SIGNIFICANT = 6;

function missingDigits(body: string, shape: string, precision: number): number {
  if (shape !== "g" && shape !== "G" && shape !== "x") return 0;
  const wanted = precision < 0 ? DEFAULT_SIGNIFICANT : precision;
  const significant = body.replaceAll(".", "").replace(/^0+/, "").length;
  return wanted - significant - (body === "0" ? 1 : 0);
}

export function formatComplex(
  printer: Printer,
  { real, imaginary }: { real: number; imaginary: number },
  verb: string,
) {
  if (!FLOAT_VERBS.has(verb)) return false;
  const { plus } = printer;
  write(printer, "(");
  formatFloat(printer, real, verb);
  printer.plus = true;
  formatFloat(printer, imaginary, verb);
  write(printer, "i)");
  printer.plus = plus;
  return true;
}
