/**
 * Generates numbers for random templates of the fuzz test: from the grammar, sometimes wrong on purpose, and by
 * mutation.
 */
export type Random = () => number;

/** Returns a small generator of numbers from 0 to 1. The same seed gives the same run. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

const TEXTS = ["text ", "a", "\n", " ", "é", "}}", "{", "日本 ", "\t", "<b>", "{ {", "-", "\r\n", "😀", " \n "];
const STRINGS = [
  '"a"',
  '""',
  '"name"',
  '"missing"',
  '"\\xff"',
  '"é"',
  '"\\n\\t"',
  "`raw`",
  "`a\\n`",
  '"<b>&\'"',
  '"日本"',
  '"\\u00e9"',
  '"%s"',
  '"a b"',
  '"\\x00\\x7f"',
  '"\\xc3"',
  '"\\xa9"',
  '"😀x"',
  '"\\101"',
  '"\\""',
  '"bad\\q"',
  '"1"',
  '"abcdefghij"',
  '"\\\\"',
  '"\\u2028\\ufeff"',
];
const NUMBERS = [
  "0",
  "1",
  "2",
  "3",
  "-1",
  "42",
  "1.5",
  "-0.25",
  "1e3",
  "1e6",
  "123456789.0",
  "0x1F",
  "0b11",
  "017",
  "0o17",
  "1_000",
  "2i",
  "1+2i",
  "-1.5-2e3i",
  "'a'",
  "'\\n'",
  "'日'",
  "1e-5",
  "0x1p-3",
  "0.1",
  "9223372036854775807",
  "9223372036854775808",
  "255",
  "65",
  "1e20",
  "-0x1e",
  "+5",
  ".5",
  "5.",
  "0.0001",
  "3.14159",
  "2.5",
  "0x_ff",
  "100",
  "1e21",
  "5e-324",
  "1.7976931348623157e308",
  "08",
  "1_0.5",
  "0x1.8p1",
  "1__0",
  "3k",
  "0x",
  "1e",
  "-0.0",
  "017i",
  "1e400",
  "0x2p1i",
  "'\\''",
  "'ab'",
  "0.5e-6",
  "1e15",
  "-'a'",
  "0_7",
  "0xg",
  "1.2.3",
  "0x1e+2",
];
const FIELDS = [
  ".",
  ".name",
  ".empty",
  ".missing",
  ".n",
  ".html",
  ".uni",
  ".name.x",
  ".missing.deep",
  "$",
  "$.name",
  "$.missing.a",
  ".Name",
  ".true",
  ".to",
];
const VARIABLES = ["$x", "$y", "$x.a", "$undefined"];
const FUNCTIONS: readonly string[] = [
  "and",
  "or",
  "not",
  "len",
  "index",
  "slice",
  "print",
  "printf",
  "println",
  "html",
  "js",
  "urlquery",
  "call",
  "eq",
  "ne",
  "lt",
  "le",
  "gt",
  "ge",
];
const TRIM_LEFT = ["{{", "{{", "{{", "{{- ", "{{ ", "{{\n"];
const TRIM_RIGHT = ["}}", "}}", "}}", " -}}", " }}", "\n}}"];
const FLAGS = ["", "", "", "+", "-", "#", " ", "0", "+#", "-0", "# ", "+0", "#0"];
const WIDTHS = ["", "", "", "5", "12", "1", "*", "0", "[1]*", "30"];
const PRECISIONS = ["", "", "", ".", ".0", ".2", ".5", ".*", ".1", ".20", ".[1]*"];
const INDEXES = ["", "", "", "", "", "[1]", "[2]", "[3]", "[x]", "[0]", "["];
const VERBS = [..."vTtbcdoOqxXUeEfFgGsw%!z", "é"];

export function formatString(random: Random): string {
  let format = "";
  for (let n = Math.floor(random() * 3) + 1; n > 0; n--) {
    format += `${pick(random, ["", "a", "-", "%%", "é"])}%${pick(random, FLAGS)}${pick(random, INDEXES)}${pick(random, WIDTHS)}`;
    format += `${pick(random, PRECISIONS)}${pick(random, INDEXES)}${random() < 0.97 ? pick(random, VERBS) : ""}`;
  }
  return JSON.stringify(format);
}

export function operand(random: Random, depth: number): string {
  const choice = random();
  if (choice < 0.24) return pick(random, STRINGS);
  if (choice < 0.48) return pick(random, NUMBERS);
  if (choice < 0.7) return pick(random, FIELDS);
  if (choice < 0.76) return pick(random, VARIABLES);
  if (choice < 0.82) return pick(random, ["true", "false", "nil"]);
  if (choice < 0.85) return pick(random, FUNCTIONS);
  if (depth <= 0) return pick(random, FIELDS);
  return `(${pipeline(random, depth - 1)})${random() < 0.1 ? ".name" : ""}`;
}

function command(random: Random, depth: number): string {
  const choice = random();
  if (choice < 0.35) return operand(random, depth);
  if (choice < 0.55) return `printf ${formatString(random)}${operands(random, depth, 3)}`;
  if (choice < 0.95) return pick(random, FUNCTIONS) + operands(random, depth, 3);
  return operand(random, depth) + operands(random, depth, 2);
}

function operands(random: Random, depth: number, most: number): string {
  let text = "";
  for (let n = Math.floor(random() * (most + 1)); n > 0; n--) text += ` ${operand(random, depth)}`;
  return text;
}

export function pipeline(random: Random, depth: number): string {
  let text = command(random, depth);
  while (random() < 0.2) text += ` | ${command(random, depth)}`;
  return text;
}

function action(random: Random, inner: string): string {
  return pick(random, TRIM_LEFT) + inner + pick(random, TRIM_RIGHT);
}

function declaration(random: Random): string {
  return pick(random, ["", "", "", "$x := ", "$y := ", "$x = ", "$x, $y := "]);
}

function rangeDeclaration(random: Random): string {
  return pick(random, ["", "$x := ", "$x, $y := ", "$y = ", "$x, $y = ", ""]);
}

/** Writes a whole template; `depth` limits the nesting. */
export function template(random: Random, depth = 3): string {
  let text = "";
  for (let n = Math.floor(random() * 4) + 1; n > 0; n--) text += piece(random, depth);
  return text;
}

function block(random: Random, depth: number, open: string): string {
  const otherwise = random() < 0.4 ? action(random, "else") + template(random, depth - 1) : "";
  return (
    action(random, open) + template(random, depth - 1) + otherwise + (random() < 0.98 ? action(random, "end") : "")
  );
}

function piece(random: Random, depth: number): string {
  const choice = random();
  if (choice < 0.25) return pick(random, TEXTS);
  if (choice < 0.5 || depth <= 0) return action(random, declaration(random) + pipeline(random, 2));
  if (choice < 0.54) return pick(random, ["{{/* c */}}", "{{- /* c */ -}}", "{{/* a\nb */}}", "{{/* x}}"]);
  if (choice < 0.66) return block(random, depth, `if ${declaration(random)}${pipeline(random, 1)}`);
  if (choice < 0.74) return block(random, depth, `with ${declaration(random)}${pipeline(random, 1)}`);
  if (choice < 0.86)
    return block(random, depth, `range ${rangeDeclaration(random)}${pick(random, [".", "$", pipeline(random, 1)])}`);
  if (choice < 0.89) return action(random, pick(random, ["break", "continue"]));
  if (choice < 0.93) return block(random, depth, `define "t${Math.floor(random() * 3)}"`);
  if (choice < 0.97)
    return action(random, `template "t${Math.floor(random() * 3)}" ${pick(random, [".", "", "$x", ".name", "1"])}`);
  return block(random, depth, `block "t${Math.floor(random() * 3)}" .`);
}

const SPLICES = [
  ..."{}()|.$\"'`=:,-+ \n\\#%é\u00a0\u0000",
  "{{",
  "}}",
  "{{end}}",
  "{{else}}",
  " := ",
  "{{if .}}",
  "{{range .}}",
  "{{- ",
  " -}}",
  "\\xff",
  "\ud800",
  "/*",
  "*/",
];

/** Returns a template with a few characters lost, doubled, swapped or inserted. */
export function mutated(random: Random, text: string): string {
  let result = text;
  for (let n = Math.floor(random() * 4) + 1; n > 0; n--) {
    const at = Math.floor(random() * (result.length + 1));
    const length = Math.floor(random() * 6);
    const choice = random();
    if (choice < 0.35) result = result.slice(0, at) + pick(random, SPLICES) + result.slice(at);
    else if (choice < 0.65) result = result.slice(0, at) + result.slice(at + length);
    else if (choice < 0.85) result = result.slice(0, at + length) + result.slice(at);
    else result = result.slice(0, at) + pick(random, SPLICES) + result.slice(at + 1);
  }
  return result;
}

/** The generated templates name this data. */
export const FUZZ_DATA: Readonly<Record<string, string>> = {
  name: "Ada",
  empty: "",
  n: "42",
  html: "<b>Tom & 'Jerry'</b> \"q\"",
  uni: "żółć 日本 😀",
  to: "x",
  true: "T",
};
