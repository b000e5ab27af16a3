/** A non-negative number in decimal: 0.`digits` times ten to the power of `point`. Zero has no digits. */
export interface Decimal {
  digits: string;
  point: number;
}

const FRACTION_BITS = 52n;
const FRACTION_MASK = (1n << FRACTION_BITS) - 1n;
const EXPONENT_BIAS = 1023;
const view = new DataView(new ArrayBuffer(8));

/**
 * Splits a finite number into a mantissa and an exponent: the number is the mantissa times two to the power of
 * `exponent` - 52.
 */
export function splitFloat(value: number): { mantissa: bigint; exponent: number } {
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const stored = Number(bits >> FRACTION_BITS);
  const fraction = bits & FRACTION_MASK;
  if (stored === 0) return { mantissa: fraction, exponent: 1 - EXPONENT_BIAS };
  return { mantissa: fraction | (1n << FRACTION_BITS), exponent: stored - EXPONENT_BIAS };
}

/** Returns the fewest digits that read back as the same number. */
export function shortestDecimal(value: number): Decimal {
  if (value === 0) return { digits: "", point: 0 };
  const text = value.toExponential();
  const e = text.indexOf("e");
  return { digits: text.slice(0, e).replace(".", ""), point: Number(text.slice(e + 1)) + 1 };
}

/** Returns all digits of the number. A number that is finite in binary is finite in decimal too. */
export function exactDecimal(value: number): Decimal {
  if (value === 0) return { digits: "", point: 0 };
  const { mantissa, exponent } = splitFloat(value);
  const shift = exponent - 52;
  const whole = shift >= 0 ? mantissa << BigInt(shift) : mantissa * 5n ** BigInt(-shift);
  const digits = whole.toString();
  return { digits: trimZeros(digits), point: digits.length + Math.min(shift, 0) };
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

/** Keeps `count` digits. An exact half is rounded to the even neighbour, as in Go and unlike toFixed. */
export function roundDecimal(decimal: Decimal, count: number): Decimal {
  if (count >= decimal.digits.length) return decimal;
  if (count < 0) return { digits: "", point: 0 };
  const kept = decimal.digits.slice(0, count);
  if (!roundsUp(decimal.digits, count)) {
    const digits = trimZeros(kept);
    return digits === "" ? { digits, point: 0 } : { digits, point: decimal.point };
  }
  const raised = (BigInt(`0${kept}`) + 1n).toString();
  return { digits: trimZeros(raised.padStart(count, "0")), point: decimal.point + (raised.length > count ? 1 : 0) };
}

function roundsUp(digits: string, count: number): boolean {
  if (digits[count] === "5" && count + 1 === digits.length) return count > 0 && Number(digits[count - 1]) % 2 === 1;
  return (digits[count] ?? "0") >= "5";
}
