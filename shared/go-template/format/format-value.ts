import { byteLength } from "../bytes.ts";
import { type ListValue, listItem, type MapValue, mapEntry, mapKeys, zeroItem } from "../data-values.ts";
import { scan } from "../limits.ts";
import { reserve } from "../text-sink.ts";
import { ANY_TYPE, type Struct, typeName, type Value } from "../values.ts";
import { type Printer, pad, write } from "./format-flags.ts";
import { formatComplex, formatFloat, formatInteger } from "./format-number.ts";
import { canBackquote, firstRunes, hexPairs, quote } from "./quote.ts";

/** `%p` shows this number for a map or a list, because there is no real address. */
const ADDRESS = 0xc000010000n;

/** Formats one operand of print, println or printf as Go's fmt does. */
export function formatArgument(printer: Printer, value: Value, verb: string): void {
  if (verb === "T") formatType(printer, value);
  else if (verb === "w" && isComposite(value)) badVerb(printer, value, verb);
  else if (verb === "p" && typeof value === "object" && (value.kind === "map" || value.kind === "list")) {
    printer.sharp = !printer.sharp;
    formatInteger(printer, ADDRESS, { verb: "x", isSigned: false });
  } else formatValue(printer, value, verb);
}

/** Go refuses `%w` for these as a whole, before it looks at what they hold. */
const isComposite = (value: Value): boolean =>
  typeof value === "object" && (value.kind === "map" || value.kind === "list" || value.kind === "struct");

function formatType(printer: Printer, value: Value): void {
  const name = typeName(value);
  pad(printer, value === undefined || printer.precision < 0 ? name : firstRunes(name, printer.precision));
}

/** Formatting a value takes at least as much time as scanning this many characters. */
const VALUE_COST_CHARS = 64;

function formatValue(printer: Printer, value: Value, verb: string): void {
  scan(printer.sink.meter, VALUE_COST_CHARS);
  if (!formatKnown(printer, value, verb)) badVerb(printer, value, verb);
}

/** Returns false when the verb does not fit the value. */
function formatKnown(printer: Printer, value: Value, verb: string): boolean {
  if (typeof value === "string") return formatString(printer, value, verb);
  if (typeof value === "bigint") return formatInteger(printer, value, { verb, isSigned: true });
  if (typeof value === "number") return formatFloat(printer, value, verb);
  if (typeof value === "boolean") return formatWord(printer, String(value), verb === "t" || verb === "v");
  return value === undefined ? formatWord(printer, "<nil>", verb === "v") : formatObject(printer, value, verb);
}

function formatWord(printer: Printer, word: string, fits: boolean): boolean {
  if (fits) pad(printer, word);
  return fits;
}

function formatObject(printer: Printer, value: Extract<Value, object>, verb: string): boolean {
  switch (value.kind) {
    case "byte":
      return formatInteger(printer, BigInt(value.value), { verb, isSigned: false });
    case "complex":
      return formatComplex(printer, value, verb);
    case "null":
      write(printer, printer.sharpV ? `${ANY_TYPE}(nil)` : "<nil>");
      return true;
    case "map":
      formatMap(printer, value, verb);
      return true;
    case "list":
      formatList(printer, value, verb);
      return true;
    case "struct":
      formatStruct(printer, value, verb);
      return true;
  }
}

/** Shows a wrong verb with the type and the value, as in `%!d(string=x)`, with the flags that were given. */
function badVerb(printer: Printer, value: Value, verb: string): void {
  write(printer, `%!${verb}(`);
  if (value === undefined) write(printer, "<nil>");
  else {
    write(printer, `${typeName(value)}=`);
    formatValue(printer, value, "v");
  }
  write(printer, ")");
}

function formatString(printer: Printer, text: string, verb: string): boolean {
  if (verb === "v") verb = printer.sharpV ? "q" : "s";
  scan(printer.sink.meter, text.length);
  if (verb === "s") pad(printer, truncated(printer, text));
  else if (verb === "q") quoted(printer, truncated(printer, text));
  else if (verb === "x" || verb === "X") hexString(printer, text, verb === "X");
  else return false;
  return true;
}

function truncated(printer: Printer, text: string): string {
  return printer.precision < 0 ? text : firstRunes(text, printer.precision);
}

function quoted(printer: Printer, text: string): void {
  pad(printer, printer.sharp && canBackquote(text) ? `\`${text}\`` : quote(text, printer.plus));
}

function hexString(printer: Printer, text: string, upper: boolean): void {
  const length = printer.precision < 0 ? byteLength(text) : Math.min(byteLength(text), printer.precision);
  reserve(printer.sink, 2 * length);
  const prefix = printer.sharp && length > 0 ? "0x" : "";
  const pairs = hexPairs(text, length);
  const digits = printer.space ? pairs.map((pair) => prefix + pair).join(" ") : prefix + pairs.join("");
  pad(printer, upper ? digits.toUpperCase() : digits);
}

function separator(printer: Printer): string {
  return printer.sharpV ? ", " : " ";
}

function formatMap(printer: Printer, map: MapValue, verb: string): void {
  write(printer, printer.sharpV ? `${typeName(map)}{` : "map[");
  let between = "";
  for (const key of mapKeys(map)) {
    write(printer, between);
    formatValue(printer, key, verb);
    write(printer, ":");
    formatValue(printer, mapEntry(map, key) ?? zeroItem(map), verb);
    between = separator(printer);
  }
  write(printer, printer.sharpV ? "}" : "]");
}

function formatList(printer: Printer, list: ListValue, verb: string): void {
  if (printer.sharpV && list.isNil) write(printer, `${typeName(list)}(nil)`);
  else formatItems(printer, list, verb);
}

function formatItems(printer: Printer, list: ListValue, verb: string): void {
  write(printer, printer.sharpV ? `${typeName(list)}{` : "[");
  for (let i = 0; i < list.length; i++) {
    if (i > 0) write(printer, separator(printer));
    formatValue(printer, listItem(list, i), verb);
  }
  write(printer, printer.sharpV ? "}" : "]");
}

function formatStruct(printer: Printer, struct: Struct, verb: string): void {
  write(printer, printer.sharpV ? `${struct.typeName}{` : "{");
  let between = "";
  for (const [name, value] of struct.fields) {
    write(printer, printer.plusV || printer.sharpV ? `${between}${name}:` : between);
    formatValue(printer, value, verb);
    between = separator(printer);
  }
  write(printer, "}");
}
