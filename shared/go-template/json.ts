import { type ListValue, listItem, mapEntry, mapKeys, zeroItem } from "./data-values.ts";
import { CallError } from "./errors.ts";
import { type Builtin, fixed } from "./functions.ts";
import { type Meter, scan } from "./limits.ts";
import { newSink, put, type TextSink } from "./text-sink.ts";
import { typeName, type Value } from "./values.ts";

/** Makes `json x` work like Go's json.Marshal, which also escapes what could end a script element. */
export const jsonFunction: Builtin = fixed("json", 1, (meter, [value]) => toJson(meter, value));

/** Encodes as Go's json.Marshal does, which also escapes what could end a script element. */
export function toJson(meter: Meter, value: Value): string {
  const sink = newSink(meter);
  writeJson(sink, value);
  return sink.text;
}

/** Writing a value takes at least as much time as scanning this many characters. */
const VALUE_COST_CHARS = 64;

function writeJson(sink: TextSink, value: Value): void {
  scan(sink.meter, VALUE_COST_CHARS);
  if (typeof value === "string") writeString(sink, value);
  else if (typeof value === "number") put(sink, Object.is(value, -0) ? "-0" : String(value));
  else if (typeof value === "object") writeObject(sink, value);
  else put(sink, value === undefined ? "null" : String(value));
}

function writeObject(sink: TextSink, value: Extract<Value, object>): void {
  switch (value.kind) {
    case "byte":
      put(sink, String(value.value));
      break;
    case "complex":
      throw new CallError(`json: unsupported type: ${typeName(value)}`);
    case "null":
      put(sink, "null");
      break;
    case "list":
      writeList(sink, value);
      break;
    case "map":
      writeItems(sink, "{}", {
        items: mapKeys(value),
        write: (key) => writeEntry(sink, key, mapEntry(value, key) ?? zeroItem(value)),
      });
      break;
    case "struct":
      writeItems(sink, "{}", { items: [...value.fields], write: ([name, field]) => writeEntry(sink, name, field) });
      break;
  }
}

function writeList(sink: TextSink, list: ListValue): void {
  if (list.isNil) put(sink, "null");
  else {
    const items = Array.from({ length: list.length }, (_, i) => listItem(list, i));
    writeItems(sink, "[]", { items, write: (item) => writeJson(sink, item) });
  }
}

interface Items<T> {
  readonly items: readonly T[];
  readonly write: (item: T) => void;
}

function writeItems<T>(sink: TextSink, brackets: string, { items, write }: Items<T>): void {
  put(sink, brackets.charAt(0));
  items.forEach((item, i) => {
    if (i > 0) put(sink, ",");
    write(item);
  });
  put(sink, brackets.charAt(1));
}

function writeEntry(sink: TextSink, name: string, value: Value): void {
  writeString(sink, name);
  put(sink, ":");
  writeJson(sink, value);
}

/** The characters that a JSON string has to escape. Lone surrogates are bytes that belong to no character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters
const SPECIAL = /["\\<>&\u2028\u2029\x00-\x1f]|\p{Surrogate}/gu;
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function writeString(sink: TextSink, text: string): void {
  scan(sink.meter, text.length);
  put(sink, '"');
  let from = 0;
  for (const { 0: found, index } of text.matchAll(SPECIAL)) {
    put(sink, text.slice(from, index));
    put(sink, SHORT[found] ?? escaped(found));
    from = index + found.length;
  }
  put(sink, text.slice(from));
  put(sink, '"');
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code >= 0xd800 && code <= 0xdfff ? "\uFFFD" : `\\u${code.toString(16).padStart(4, "0")}`;
}
