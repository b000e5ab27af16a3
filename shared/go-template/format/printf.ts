import { normalise } from "../bytes.ts";
import { type Meter, scan } from "../limits.ts";
import { newSink } from "../text-sink.ts";
import { integerOf, typeName, type Value } from "../values.ts";
import { clearFlags, newPrinter, type Printer, write } from "./format-flags.ts";
import { formatArgument } from "./format-value.ts";

/** Works as Go's fmt.Sprint: it puts a space between two operands when neither is a string. */
export function sprint(meter: Meter, args: readonly Value[]): string {
  const printer = newPrinter(newSink(meter));
  let wasString = true;
  for (const arg of args) {
    const isString = typeof arg === "string";
    if (!isString && !wasString) write(printer, " ");
    formatArgument(printer, arg, "v");
    wasString = isString;
  }
  return normalise(printer.sink.text);
}

export function sprintln(meter: Meter, args: readonly Value[]): string {
  const printer = newPrinter(newSink(meter));
  args.forEach((arg, i) => {
    if (i > 0) write(printer, " ");
    formatArgument(printer, arg, "v");
  });
  write(printer, "\n");
  return normalise(printer.sink.text);
}

/** The position of printf in its format and among its operands. */
interface Formatting {
  readonly printer: Printer;
  readonly format: string;
  readonly args: readonly Value[];
  at: number;
  arg: number;
  /** An operand was chosen by its number, so operands that are left over are no mistake. */
  reordered: boolean;
  goodIndex: boolean;
  afterIndex: boolean;
  /**
   * The position of the next `]`. It is kept so that a format with many open brackets is not searched again for each of
   * them.
   */
  bracketAt: number;
}

/** Works as Go's fmt.Sprintf. A mistake in the format shows in the result and never fails. */
export function sprintf(meter: Meter, format: string, args: readonly Value[]): string {
  const printer = newPrinter(newSink(meter));
  const state: Formatting = {
    printer,
    format,
    args,
    at: 0,
    arg: 0,
    reordered: false,
    goodIndex: true,
    afterIndex: false,
    bracketAt: -1,
  };
  scan(meter, format.length);
  while (state.at < format.length && plainText(state)) verb(state);
  if (!state.reordered && state.arg < args.length) extraArguments(state);
  return normalise(printer.sink.text);
}

/** Copies text up to the next % and returns false at the end. */
function plainText(state: Formatting): boolean {
  const percent = state.format.indexOf("%", state.at);
  const end = percent < 0 ? state.format.length : percent;
  if (end > state.at) write(state.printer, state.format.slice(state.at, end));
  state.at = end + 1;
  return percent >= 0;
}

function verb(state: Formatting): void {
  const { printer } = state;
  state.goodIndex = true;
  clearFlags(printer);
  flags(state);
  if (!isSimple(state)) indexesAndSizes(state);
  finish(state);
}

function indexesAndSizes(state: Formatting): void {
  argumentIndex(state);
  width(state);
  precision(state);
  if (!state.afterIndex) argumentIndex(state);
}

/** Go has a short cut: a lower-case verb right after the flags ignores an index that came before it. */
function isSimple(state: Formatting): boolean {
  const character = state.format[state.at] ?? "";
  return character >= "a" && character <= "z" && state.arg < state.args.length;
}

type Flag = (printer: Printer) => void;

const FLAGS: ReadonlyMap<string, Flag> = new Map<string, Flag>([
  ["#", (printer) => Object.assign(printer, { sharp: true })],
  ["0", (printer) => Object.assign(printer, { zero: true })],
  ["+", (printer) => Object.assign(printer, { plus: true })],
  ["-", (printer) => Object.assign(printer, { minus: true })],
  [" ", (printer) => Object.assign(printer, { space: true })],
]);

function flags(state: Formatting): void {
  for (;;) {
    const set = FLAGS.get(state.format[state.at] ?? "");
    if (set === undefined) return;
    set(state.printer);
    state.at++;
  }
}

/** Go looks for `[n]` only when at least three characters are left. */
const SHORTEST_INDEX = 3;

/** Reads an index such as `[2]`. A wrong index makes the verb print BADINDEX. */
function argumentIndex(state: Formatting): void {
  state.afterIndex = false;
  if (state.format[state.at] !== "[") return;
  state.reordered = true;
  const close = closingBracket(state);
  if (close < 0) {
    state.goodIndex = false;
    state.at++;
    return;
  }
  const read = readNumber(state.format, state.at + 1, close);
  const isNumber = read.value !== undefined && read.end === close;
  const index = (read.value ?? 0) - 1;
  state.at = close + 1;
  state.afterIndex = isNumber;
  if (isNumber && index >= 0 && index < state.args.length) state.arg = index;
  else state.goodIndex = false;
}

function closingBracket(state: Formatting): number {
  if (state.format.length - state.at < SHORTEST_INDEX) return -1;
  if (state.bracketAt !== Number.POSITIVE_INFINITY && state.bracketAt < state.at) {
    const found = state.format.indexOf("]", state.at);
    state.bracketAt = found < 0 ? Number.POSITIVE_INFINITY : found;
  }
  return state.bracketAt === Number.POSITIVE_INFINITY ? -1 : state.bracketAt;
}

const BIGGEST_NUMBER = 1_000_000;

/**
 * Reads the digits from `start` to `end`. When the number grows too large, Go gives up the rest of the format as well.
 */
function readNumber(format: string, start: number, end: number): { value: number | undefined; end: number } {
  let value: number | undefined;
  let at = start;
  for (; at < end; at++) {
    const digit = format.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) break;
    if ((value ?? 0) > BIGGEST_NUMBER) return { value: undefined, end };
    value = (value ?? 0) * 10 + digit;
  }
  return { value, end: at };
}

/** Reads the number for `*` from the next operand. */
function starNumber(state: Formatting): number | undefined {
  state.at++;
  state.afterIndex = false;
  if (state.arg >= state.args.length) return undefined;
  const whole = integerOf(state.args[state.arg++]);
  const isSmall = whole !== undefined && whole <= BIGGEST_NUMBER && whole >= -BIGGEST_NUMBER;
  return isSmall ? Number(whole) : undefined;
}

function width(state: Formatting): void {
  const { printer, format } = state;
  if (format[state.at] === "*") {
    const value = starNumber(state);
    if (value === undefined) write(printer, "%!(BADWIDTH)");
    if ((value ?? 0) < 0) Object.assign(printer, { minus: true, zero: false });
    printer.width = Math.abs(value ?? 0);
    return;
  }
  const read = readNumber(format, state.at, format.length);
  if (state.afterIndex && read.value !== undefined) state.goodIndex = false;
  printer.width = read.value ?? 0;
  state.at = read.end;
}

function precision(state: Formatting): void {
  const { printer, format } = state;
  if (format[state.at] !== "." || state.at + 1 >= format.length) return;
  state.at++;
  if (state.afterIndex) state.goodIndex = false;
  argumentIndex(state);
  if (format[state.at] !== "*") {
    const read = readNumber(format, state.at, format.length);
    printer.precision = read.value ?? 0;
    state.at = read.end;
    return;
  }
  const value = starNumber(state);
  if (value === undefined || value < 0) write(printer, "%!(BADPREC)");
  else printer.precision = value;
}

function finish(state: Formatting): void {
  const { printer, format } = state;
  if (state.at >= format.length) {
    write(printer, "%!(NOVERB)");
    return;
  }
  const character = String.fromCodePoint(format.codePointAt(state.at) ?? 0);
  state.at += character.length;
  if (character === "%") write(printer, "%");
  else if (!state.goodIndex) write(printer, `%!${character}(BADINDEX)`);
  else if (state.arg >= state.args.length) write(printer, `%!${character}(MISSING)`);
  else printNext(state, character);
}

function printNext(state: Formatting, character: string): void {
  const { printer } = state;
  if (character === "v" || character === "w") {
    printer.sharpV = printer.sharp;
    printer.sharp = false;
    printer.plusV = printer.plus;
    printer.plus = false;
  }
  formatArgument(printer, state.args[state.arg++], character);
}

function extraArguments({ printer, args, arg }: Formatting): void {
  clearFlags(printer);
  write(printer, "%!(EXTRA ");
  let between = "";
  for (const extra of args.slice(arg)) {
    write(printer, extra === undefined ? `${between}<nil>` : `${between}${typeName(extra)}=`);
    if (extra !== undefined) formatArgument(printer, extra, "v");
    between = ", ";
  }
  write(printer, ")");
}
