/**
 * Each mark is a bit and says one thing about a context of the HTML that Go's `html/template` does not track, often
 * that something may be so. A context has any number of marks. After the branches of a template, the context has the
 * marks of both branches.
 */
export const Mark = {
  /** The name of a tag may continue; only a space, a slash or the end of the tag ends it. */
  tagName: 1 << 0,
  /** The tag's name may become that of an element whose content is read in a special way. */
  specialTag: 1 << 1,
  /** Text that is added to the attribute's name may change its meaning. */
  openName: 1 << 2,
  /** The attribute may be a different one from what its context says. */
  otherName: 1 << 3,
  /** The attribute's name may be missing; an equals sign would then begin a name. */
  noName: 1 << 4,
  /** No escaping makes a value safe in this attribute. */
  takesNoValue: 1 << 5,
  /** An unquoted value may be empty; what follows after spaces would then become the value. */
  emptyValue: 1 << 6,
  /** The type of a script consists of several pieces. */
  pieces: 1 << 7,
  /** A type of this script was already read. Browsers use only the first one. */
  typed: 1 << 8,
  /** This `<meta>` may have an `http-equiv`. */
  httpEquiv: 1 << 9,
  /** The `content` of this `<meta>` contains a value. */
  metaValue: 1 << 10,
  /**
   * Each mark from `svg` to `noframes` says that this element is open. Browsers read tags, scripts and styles
   * differently inside it.
   */
  svg: 1 << 11,
  math: 1 << 12,
  select: 1 << 13,
  frameset: 1 << 14,
  noscript: 1 << 15,
  xmp: 1 << 16,
  iframe: 1 << 17,
  noembed: 1 << 18,
  noframes: 1 << 19,
  /** An element with one of the marks above was opened inside itself, so it is not known which end tag is its last. */
  nested: 1 << 20,
  /** This `<meta>` may lack the attribute that says what its `content` is. */
  unnamedMeta: 1 << 21,
} as const;

const OF_NAMES = Mark.openName | Mark.otherName | Mark.noName | Mark.takesNoValue;
const OF_TAGS = Mark.typed | Mark.httpEquiv | Mark.metaValue | Mark.unnamedMeta;
/** Browsers treat the content of these elements as text, which their end tag ends wherever it occurs. */
const RAW = Mark.noscript | Mark.xmp | Mark.iframe | Mark.noembed | Mark.noframes;
const OPEN_ELEMENTS = Mark.svg | Mark.math | Mark.select | Mark.frameset | RAW | Mark.nested;

export function has(marks: number, mark: number): boolean {
  return (marks & mark) !== 0;
}

/** Returns those marks of an attribute that also apply to the next attribute of the same tag. */
export function marksOfTag(marks: number): number {
  return marks & (OF_TAGS | OPEN_ELEMENTS);
}

/** Returns those marks of a tag that also apply to the text after the tag. */
export function marksOfPage(marks: number): number {
  return marks & OPEN_ELEMENTS;
}

export function withoutNameMarks(marks: number): number {
  return marks & ~OF_NAMES;
}

/** Tells whether a script or a style may be read as markup, or may end where markup does. */
export function isInOddElement(marks: number): boolean {
  return has(marks, OPEN_ELEMENTS);
}

/** Tells whether the end tag of an open element would end it in the middle of a tag, a script or a style. */
export function isInRawElement(marks: number): boolean {
  return has(marks, RAW | Mark.nested);
}
