import type { Escaping } from "../../shared/go-template/go-template.ts";

/** A template and data that cost as much as the limits allow. */
export interface WorstCase {
  readonly text: string;
  readonly data?: Readonly<Record<string, string>>;
  /** The values for the template that are no strings. */
  readonly json?: Readonly<Record<string, unknown>>;
  readonly escape?: Escaping;
}

/** The number of turns of a loop that does one operation on a large value per turn. Without a limit all turns would take minutes. */
const TURNS = 60_000;

const filled = (piece: string, units: number): string => piece.repeat(Math.ceil(units / piece.length)).slice(0, units);

/** Returns values of `units` characters that are slow to escape, fold, count or copy. */
export const largeValues = (units: number): Readonly<Record<string, string>> => ({
  plain: filled("a", units),
  capitals: filled("A", units),
  "two bytes": filled("é", units),
  "three bytes": filled("日", units),
  "four bytes": filled("😀", units),
  "dotted capitals": `${filled("İ", units)}!`,
  sigmas: `${filled("Σ", units)}!`,
  controls: filled("\u0001", units),
  markup: filled("<&\"'", units),
  "a list of images": filled("é,", units),
  escapes: filled("\\a", units),
  "an address": `${filled("s", units)}:`,
  formats: filled("%[1]d", units),
  flags: `%${filled("+#0 ", units)}d`,
});

/** Operations that read the large value `x`. Comparisons also get `y`, which is longer by one character. */
export const OPERATIONS: readonly string[] = [
  ...["lt", "le", "gt", "ge", "eq", "ne"].map((compare) => `{{if ${compare} $.x $.y}}{{end}}`),
  ...["len $.x", "index $.x 1", "slice $.x 0 1", "html $.x", "js $.x", "urlquery $.x"].map(
    (call) => `{{$z := ${call}}}`,
  ),
  ...["print $.x", "println $.x", "printf $.x 1", "print $"].map((call) => `{{$z := ${call}}}`),
  ...["%s", "%q", "%+q", "%#q", "%x", "%X", "%.1s", "%.1x", "%d", "%v"].map((verb) => `{{$z := printf "${verb}" $.x}}`),
];

/** Positions in HTML, each with its own way of escaping. In a comment the value is left out without being read. */
export const SPOTS: readonly string[] = [
  "{{$.x}}",
  "<a {{$.x}}='1'>",
  "<a title{{$.x}}='1'>",
  "<a title={{$.x}}>",
  "<a title='{{$.x}}'>",
  "<a href='{{$.x}}'>",
  "<a href='/{{$.x}}'>",
  "<a href='/?q={{$.x}}'>",
  "<img srcset='{{$.x}}'>",
  "<a style='color:{{$.x}}'>",
  "<a style='background:\"{{$.x}}\"'>",
  "<a onclick='f({{$.x}})'>",
  "<a onclick='f(\"{{$.x}}\")'>",
  "<script>f({{$.x}})</script>",
  "<script>f(`{{$.x}}`)</script>",
  "<script>f(/{{$.x}}/)</script>",
  "<textarea>{{$.x}}</textarea>",
];

const dataOf = (value: string) => ({ x: value, y: `${value}!` });
const again = (piece: string, turns = TURNS): string => `{{range ${turns}}}${piece}{{end}}`;

export const onLargeValue = (operation: string, value: string, turns?: number): WorstCase => ({
  text: again(operation, turns),
  data: dataOf(value),
});

export const inPlace = (place: string, value: string, turns?: number): WorstCase => ({
  text: again(place, turns),
  data: dataOf(value),
  escape: "html",
});

const nested = (open: string, levels: number, inside: string, close: string): string =>
  open.repeat(levels) + inside + close.repeat(levels);
const grown = (start: string, doublings: number): string =>
  `{{$x := ${start}}}${"{{$x = print $x $x}}".repeat(doublings)}`;
/** As many values as data may have, in the shapes that cost most to go through. */
const MANY = 9_900;
const LEVELS = 31;
const manyValues = {
  numbers: Array.from({ length: MANY }, (_, i) => i * 1.1),
  object: Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`k${MANY - i}`, null])),
  lists: Array.from({ length: MANY }, () => []),
  deep: Array.from({ length: LEVELS }).reduce<unknown>((inner) => ({ a: inner, b: "" }), {}),
};
const manyNames = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, ""]));

/** Templates that create loops, depth and long texts out of nothing. */
export const SHAPES: Readonly<Record<string, WorstCase>> = {
  "one endless range": { text: "{{range 9000000000000000000}}{{end}}" },
  "ranges in ranges": { text: nested("{{range 9}}", 500, "", "{{end}}") },
  "ranges over all names": { text: nested("{{range $}}", 4, "", "{{end}}"), data: manyNames },
  "all names printed again and again": { text: again("{{$z := print $}}"), data: manyNames },
  "all names compared": { text: again("{{if eq $ $}}{{end}}"), data: manyNames },
  "all names as a script's value": { text: "<script>f({{.}})</script>", data: manyNames, escape: "html" },
  "all numbers of a list printed again and again": { text: again("{{$z := print $.numbers}}"), json: manyValues },
  "all numbers of a list in a format that does not fit": {
    text: again('{{$z := printf "%d" $.numbers}}'),
    json: manyValues,
  },
  "a large object printed again and again": { text: again('{{$z := printf "%#v" $.object}}'), json: manyValues },
  "a large object gone through again and again": { text: again("{{range $.object}}{{end}}"), json: manyValues },
  "empty lists printed again and again": { text: again("{{$z := print $.lists}}"), json: manyValues },
  "empty lists as a script's value": {
    text: `<script>${again("f({{$.lists}})")}</script>`,
    json: manyValues,
    escape: "html",
  },
  "lists compared": { text: again("{{if eq $.numbers $.numbers}}{{end}}"), json: manyValues },
  "a deep object printed again and again": { text: again("{{$z := print $.deep}}"), json: manyValues },
  "absent fields of a deep object": { text: again(`{{if $.deep${".a".repeat(LEVELS)}.x}}{{end}}`), json: manyValues },
  "ranges over lists in ranges": { text: nested("{{range $.numbers}}", 4, "", "{{end}}"), json: manyValues },
  "a template that calls itself": {
    text: '{{define "r"}}{{range 2}}{{template "r" $}}{{end}}{{end}}{{template "r" .}}',
  },
  "templates that call each other": {
    text: '{{define "a"}}{{template "b"}}{{template "b"}}{{end}}{{define "b"}}{{template "a"}}{{end}}{{template "a"}}',
  },
  "calls through every level of an if": {
    text: `{{define "r"}}${nested("{{if 1}}", 400, '{{template "r"}}', "{{end}}")}{{end}}{{template "r"}}`,
  },
  "calls through parentheses": {
    text: `{{define "r"}}{{if ${nested("(", 480, "1", ")")}}}{{template "r"}}{{end}}{{end}}{{template "r"}}`,
  },
  "ifs as deep as they may be": { text: again(nested("{{if 1}}", 499, "x", "{{end}}")) },
  "parentheses as deep as they may be": { text: again(`{{$z := ${nested("(", 498, "1", ")")}}}`) },
  "calls within calls": { text: again(`{{$z := ${nested("(print ", 498, "1", ")")}}}`) },
  "a pipeline without end": { text: again(`{{$z := 1${" | print".repeat(1000)}}}`) },
  "operands without end": { text: again(`{{$z := and${" 1".repeat(5000)}}}`) },
  "else-ifs as long as they may be": { text: again(`{{if 0}}${"{{else if 0}}".repeat(498)}{{end}}`) },
  "wide numbers": { text: again('{{$z := printf "%1000000d" 1}}') },
  "widths of an operand": { text: again('{{$z := printf "%*.*d" 1000000 1000000 1}}') },
  "all digits of small floats": { text: again('{{$z := printf "%.1074f" 5e-324}}') },
  "few digits of small floats": { text: again('{{$z := printf "%.1f" 5e-324}}') },
  "complex numbers": { text: again('{{$z := printf "%.3e" 5e-324i}}') },
  "comparisons of grown strings": {
    text: `${grown('"\\u00e9"', 19)}{{$y := print $x "a"}}{{$x = print $x "b"}}${again("{{if lt $x $y}}{{end}}")}`,
  },
  "comparisons of bytes that are no text": {
    text: `${grown('"\\xff"', 18)}{{$y := print $x "a"}}{{$x = print $x "b"}}${again(`{{or${" (lt $x $y)".repeat(200)}}}`)}`,
  },
  "strings that are no text": { text: `${grown('"\\xff"', 18)}${again("{{$z := print $x}}")}` },
};
