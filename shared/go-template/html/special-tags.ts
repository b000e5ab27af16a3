import { has, Mark } from "./marks.ts";

/** Browsers read tags, scripts and styles inside these elements differently. */
const ODD_ELEMENTS: ReadonlyMap<string, number> = new Map([
  ["svg", Mark.svg],
  ["math", Mark.math],
  ["select", Mark.select],
  ["frameset", Mark.frameset],
  ["noscript", Mark.noscript],
  ["xmp", Mark.xmp],
  ["iframe", Mark.iframe],
  ["noembed", Mark.noembed],
  ["noframes", Mark.noframes],
]);

const SPECIAL: readonly string[] = [
  "script",
  "style",
  "textarea",
  "title",
  "meta",
  "plaintext",
  ...ODD_ELEMENTS.keys(),
];

/** Returns the marks for which of these elements are open after the tag. */
export function afterTagName(marks: number, name: string, isEnd: boolean): number {
  const mark = ODD_ELEMENTS.get(name) ?? 0;
  if (isEnd) return marks & ~mark;
  return marks | mark | (has(marks, mark) ? Mark.nested : 0);
}

/** Tells whether the element is special, or would be with a longer name. */
export function mayBecomeSpecial(name: string): boolean {
  return SPECIAL.some((special) => special.startsWith(name));
}
