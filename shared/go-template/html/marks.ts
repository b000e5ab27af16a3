/** Doubts about a place that Go does not have. A set of bits: after branches, each doubt of either one remains. */
export const Mark = {
  /** The name of a tag may go on: only a space, a slash or the tag's end closes it. */
  tagName: 1 << 0,
  /** That name may become one of an element whose content is read in a way of its own. */
  specialTag: 1 << 1,
  /** What is added to the name of an attribute may give it another meaning. */
  openName: 1 << 2,
  /** The attribute may be another one than its context says. */
  otherName: 1 << 3,
  /** There may be no name: an equals sign would begin one. */
  noName: 1 << 4,
  /** No escaping makes a value safe in this attribute. */
  takesNoValue: 1 << 5,
  /** A value without quotation marks may be empty: what follows spaces would become the value. */
  emptyValue: 1 << 6,
  /** The type of a script is made of several pieces. */
  pieces: 1 << 7,
  /** A type of this script was read. Browsers heed the first one only. */
  typed: 1 << 8,
  /** This `<meta>` may have an `http-equiv`. */
  httpEquiv: 1 << 9,
  /** The `content` of this `<meta>` has a value in it. */
  metaValue: 1 << 10,
  /** Elements that are open, in whose content browsers read tags, scripts and styles in other ways. */
  svg: 1 << 11,
  math: 1 << 12,
  select: 1 << 13,
  frameset: 1 << 14,
  noscript: 1 << 15,
  xmp: 1 << 16,
  iframe: 1 << 17,
  noembed: 1 << 18,
  noframes: 1 << 19,
  /** One of those was opened inside itself: no end tag is known to be the last one. */
  nested: 1 << 20,
  /** This `<meta>` may lack a name that says what its `content` is. */
  unnamedMeta: 1 << 21,
} as const;

const OF_NAMES = Mark.openName | Mark.otherName | Mark.noName | Mark.takesNoValue;
const OF_TAGS = Mark.typed | Mark.httpEquiv | Mark.metaValue | Mark.unnamedMeta;
/** Their content is text for browsers, up to their end tag wherever it stands. */
const RAW = Mark.noscript | Mark.xmp | Mark.iframe | Mark.noembed | Mark.noframes;
const OPEN_ELEMENTS = Mark.svg | Mark.math | Mark.select | Mark.frameset | RAW | Mark.nested;

export function has(marks: number, mark: number): boolean {
  return (marks & mark) !== 0;
}

/** What holds for another attribute of the same tag. */
export function marksOfTag(marks: number): number {
  return marks & (OF_TAGS | OPEN_ELEMENTS);
}

/** What holds outside tags. */
export function marksOfPage(marks: number): number {
  return marks & OPEN_ELEMENTS;
}

export function withoutNameMarks(marks: number): number {
  return marks & ~OF_NAMES;
}

/** Whether a script or a style may be read as markup, or end where markup does. */
export function isInOddElement(marks: number): boolean {
  return has(marks, OPEN_ELEMENTS);
}

/** Whether the end tag of an open element ends it in the middle of a tag, a script or a style. */
export function isInRawElement(marks: number): boolean {
  return has(marks, RAW | Mark.nested);
}
