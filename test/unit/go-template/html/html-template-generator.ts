import { pick, type Random } from "../template-generator.ts";

/** These pieces of HTML, scripts, styles and URLs open and close every context, most often the wrong one. */
const POOLS: readonly (readonly string[])[] = [
  [
    "a",
    " b ",
    "<b>",
    "</b>",
    "<br/>",
    "<p class='c'>",
    "<!-- c -->",
    "<!-- ",
    "-->",
    "<",
    "<3",
    ">",
    "&amp;",
    "\n",
    "é😀",
  ],
  [
    "<!DOCTYPE html>",
    "</ p>",
    "<svg:a>",
    "<x-y z>",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "<meta content='url=",
  ],
  [
    '<a href="',
    "<a href='",
    "<a href=",
    '<img srcset="',
    '<i title="',
    "<i title=",
    '<i style="',
    '<i onclick="',
    "<input ",
  ],
  [
    "<input value",
    "<input value =",
    '<a data-href="',
    "<a on",
    "<a style=",
    '" ',
    "' ",
    " ",
    ">",
    '">',
    "'>",
    "/>",
    " checked",
  ],
  [
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<script type='text/x-t'>",
    "<SCRIPT>",
    "</sCript ",
    "</script",
    "<script",
  ],
  [
    "var x = ",
    ";",
    "'",
    '"',
    "`",
    "${ ",
    "}",
    "{ ",
    "/",
    "//",
    "/*",
    "*/",
    "#!",
    " + ",
    " - ",
    "1.",
    "return ",
    "(",
    ")",
  ],
  ["[", "]", "\\", "\\'", "\u2028", "++", "--", " in ", "&quot;", "&#39;", "&sol;", "x = /", "if(a)", "&eacute;"],
  ["color: ", "background: url(", "url( '", 'url("', "\\22 ", "\\3f", "\\\\", "#", "?", "font:", "url ("],
  [
    "<a/href=",
    '<a/="',
    '<b_="',
    "data-",
    "href",
    '="',
    " =",
    "/",
    "<scr",
    "ipt>",
    "<s",
    "java",
    "script:",
    "data:",
    "<meta http-equiv=refresh content='0;",
  ],
  ["<svg>", "</svg>", "<select>", "<noscript>", "</noscript>", "<iframe>", "<xmp", "</iframe>", "</xmp ", "<math "],
  ["http://", "https://x/", "a=", "&", "javascript:", "&#63;", "&num;", ":", "b%20", "%", "mailto:"],
];

const ACTIONS: readonly string[] = [
  ...Array<string>(14).fill("{{$.x}}"),
  ...["{{$.y}}", "{{html $.x}}", "{{$.x | html}}", "{{$.x | urlquery}}", "{{print $.x $.y}}", "{{len $.x}}", "{{1.5}}"],
  ...[
    "{{true}}",
    "{{$v := $.x}}",
    "{{.}}",
    "{{html $.x | print}}",
    "{{or $.m $.x}}",
    "{{$.m}}",
    "{{'a'}}",
    "{{/* c */}}",
  ],
];
const NAMES = ["t", "u", "v"];

function body(random: Random, pool: readonly string[], depth: number): string {
  let text = "";
  for (let count = Math.floor(random() * 6); count >= 0; count--) text += piece(random, pool, depth);
  return text;
}

function piece(random: Random, pool: readonly string[], depth: number): string {
  const chance = random();
  if (chance < 0.45) return pick(random, pool);
  if (chance < 0.75) return pick(random, ACTIONS);
  if (chance < 0.87 && depth < 3) return branch(random, pool, depth + 1);
  if (chance < 0.92) return `{{template "${pick(random, NAMES)}" $}}`;
  return pick(random, pick(random, POOLS));
}

function branch(random: Random, pool: readonly string[], depth: number): string {
  const start = pick(random, ["if $.x", "with $.x", "range $", "range $i, $e := $", "if $.m"]);
  const jump = start.startsWith("range") ? pick(random, ["", "{{break}}", "{{if .}}{{continue}}{{end}}"]) : "";
  const otherwise = random() < 0.4 ? `{{else}}${body(random, pool, depth)}` : "";
  return `{{${start}}}${body(random, pool, depth)}${jump}${body(random, pool, depth)}${otherwise}{{end}}`;
}

const WRAPPERS: readonly (readonly [before: string, after: string, pools: readonly number[]])[] = [
  ["<script>", "</script>", [5, 6]],
  ["<style>", "</style>", [7, 6]],
  ['<a href="', '">', [10, 8]],
  ["<a onclick='", "'>", [5, 6]],
  ['<a style="', '">', [7, 10]],
  ["<p>", "</p>", [0, 1]],
  ["", "", [2, 3, 8, 9]],
];

/** Writes a template. About every third one is escaped without complaint. */
export function htmlTemplate(random: Random): string {
  let text = NAMES.map((name) => `{{define "${name}"}}${body(random, pick(random, POOLS), 2)}{{end}}`).join("");
  for (let count = Math.floor(random() * 3); count >= 0; count--) {
    const [before, after, pools] = pick(random, WRAPPERS);
    text += before + body(random, POOLS[pick(random, pools)] ?? [], 0) + after;
  }
  return text;
}
