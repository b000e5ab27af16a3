import { type Decimal, exactDecimal, roundDecimal, shortestDecimal, splitFloat } from "./decimal.ts";

/**
 * Formats as Go's strconv.FormatFloat does for 64 bits. `verb` is one of b e E f g G x X; a negative `precision` asks
 * for the shortest form.
 */
export function floatText(value: number, verb: string, precision: number): string {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return sign + unsignedText(value, verb, precision);
}

function unsignedText(value: number, verb: string, precision: number): string {
  if (verb === "b") return binaryText(value);
  if (verb === "x" || verb === "X") return hexText(value, verb, precision);
  return decimalText(Math.abs(value), verb, precision);
}

function decimalText(value: number, verb: string, precision: number): string {
  const lower = verb.toLowerCase();
  const shortest = precision < 0;
  const digits = shortest ? shortestDecimal(value) : rounded(exactDecimal(value), lower, precision);
  const text = LAYOUT[lower]?.(digits, shortest ? shortestPrecision(digits, lower) : precision, shortest) ?? "";
  return lower === verb ? text : text.replace("e", "E");
}

function rounded(digits: Decimal, verb: string, precision: number): Decimal {
  if (verb === "f") return roundDecimal(digits, digits.point + precision);
  return roundDecimal(digits, verb === "e" ? precision + 1 : precision || 1);
}

function shortestPrecision({ digits, point }: Decimal, verb: string): number {
  if (verb === "e") return Math.max(digits.length - 1, 0);
  return verb === "f" ? Math.max(digits.length - point, 0) : digits.length;
}

type Layout = (digits: Decimal, precision: number, shortest: boolean) => string;

const LAYOUT: Readonly<Record<string, Layout>> = { e: exponentLayout, f: plainLayout, g: generalLayout };

function exponentLayout({ digits, point }: Decimal, precision: number): string {
  const fraction = precision > 0 ? `.${digits.slice(1, precision + 1).padEnd(precision, "0")}` : "";
  const exponent = digits === "" ? 0 : point - 1;
  return `${digits[0] ?? "0"}${fraction}e${exponentText(exponent)}`;
}

/** An exponent has a sign and at least two digits. */
function exponentText(exponent: number): string {
  return `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function plainLayout({ digits, point }: Decimal, precision: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  if (precision <= 0) return whole;
  const leading = "0".repeat(Math.min(Math.max(-point, 0), precision));
  const fraction = leading + digits.slice(Math.max(point, 0), Math.max(point + precision, 0));
  return `${whole}.${fraction.padEnd(precision, "0")}`;
}

/** The limit from which the shortest form of %g and %v has an exponent. */
const SHORTEST_EXPONENT_LIMIT = 6;

function generalLayout(decimal: Decimal, asked: number, shortest: boolean): string {
  const count = decimal.digits.length;
  const precision = asked === 0 ? 1 : asked;
  const exponent = decimal.point - 1;
  if (exponent < -4 || exponent >= exponentLimit(decimal, precision, shortest)) {
    return exponentLayout(decimal, Math.min(precision, count) - 1);
  }
  return plainLayout(decimal, Math.max(count - decimal.point, 0));
}

function exponentLimit({ digits, point }: Decimal, precision: number, shortest: boolean): number {
  if (shortest) return SHORTEST_EXPONENT_LIMIT;
  return precision > digits.length && digits.length >= point ? digits.length : precision;
}

function binaryText(value: number): string {
  const { mantissa, exponent } = splitFloat(value);
  const power = exponent - 52;
  return `${mantissa}p${power >= 0 ? "+" : ""}${power}`;
}

/** The number of bits after the leading one in Go's intermediate form, and of the hexadecimal digits that they make. */
const HEX_BITS = 60n;
const HEX_DIGITS = 15;

function hexText(value: number, verb: string, precision: number): string {
  const { lead, fraction, exponent } = hexDigits(value, precision);
  const tail = precision < 0 ? fraction.replace(/0+$/, "") : fraction.slice(0, precision).padEnd(precision, "0");
  const text = `0x${lead}${tail === "" ? "" : `.${tail}`}p${exponentText(exponent)}`;
  return verb === "X" ? text.toUpperCase() : text;
}

function hexDigits(value: number, precision: number): { lead: string; fraction: string; exponent: number } {
  let { mantissa, exponent } = splitFloat(value);
  if (mantissa === 0n) return { lead: "0", fraction: "", exponent: 0 };
  mantissa <<= HEX_BITS - 52n;
  while (mantissa >> HEX_BITS === 0n) {
    mantissa <<= 1n;
    exponent--;
  }
  if (precision >= 0 && precision < HEX_DIGITS) mantissa = roundHex(mantissa, BigInt(precision));
  if (mantissa >> (HEX_BITS + 1n) !== 0n) {
    mantissa >>= 1n;
    exponent++;
  }
  const fraction = (mantissa & ((1n << HEX_BITS) - 1n)).toString(16).padStart(HEX_DIGITS, "0");
  return { lead: "1", fraction, exponent };
}

function roundHex(mantissa: bigint, digits: bigint): bigint {
  const dropped = HEX_BITS - 4n * digits;
  const half = 1n << (dropped - 1n);
  const rest = mantissa & ((1n << dropped) - 1n);
  const kept = mantissa >> dropped;
  const up = rest > half || (rest === half && (kept & 1n) === 1n);
  return (up ? kept + 1n : kept) << dropped;
}
