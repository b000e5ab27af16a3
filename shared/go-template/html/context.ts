import { Mark, marksOfPage, marksOfTag, withoutNameMarks } from "./marks.ts";
import { PROTOCOL_START } from "./protocols.ts";

/**
 * The state says where in HTML, CSS or JavaScript a piece of a template is. The names are those of Go's messages,
 * without their prefixes.
 */
export type State =
  | "Text"
  | "Tag"
  | "AttrName"
  | "AfterName"
  | "BeforeValue"
  | "HTMLCmt"
  | "RCDATA"
  | "Attr"
  | "URL"
  | "Srcset"
  | "MetaContent"
  | "MetaContentURL"
  | "JS"
  | "JSDqStr"
  | "JSSqStr"
  | "JSTmplLit"
  | "JSRegexp"
  | "JSBlockCmt"
  | "JSLineCmt"
  | "JSHTMLOpenCmt"
  | "JSHTMLCloseCmt"
  | "CSS"
  | "CSSDqStr"
  | "CSSSqStr"
  | "CSSDqURL"
  | "CSSSqURL"
  | "CSSURL"
  | "CSSBlockCmt"
  | "CSSLineCmt"
  | "Dead";

/** The delimiter that ends the value of the attribute being read. */
export type Delim = "None" | "DoubleQuote" | "SingleQuote" | "SpaceOrTagEnd";
/** Which part of a URL has been reached. It is unknown after branches that differ in it. */
type UrlPart = "None" | "PreQuery" | "QueryOrFrag" | "Unknown";
/** Tells whether a slash in JavaScript would start a regular expression or divide. */
export type Slash = "Regexp" | "DivOp" | "Unknown";
/** The kind of the attribute whose name was read. */
export type Attr = "None" | "Script" | "ScriptType" | "Style" | "URL" | "Srcset" | "MetaContent";
/** The elements whose content or attributes have special rules. */
export type Element = "None" | "Script" | "Style" | "Textarea" | "Title" | "Meta";

/** The braces that are open inside each `${` of a JavaScript template literal; the innermost `${` comes first. */
export interface Braces {
  readonly open: number;
  readonly outer: Braces | undefined;
  readonly depth: number;
}

/** A context is never changed; every step makes a new one. */
export interface Context {
  readonly state: State;
  readonly delim: Delim;
  readonly urlPart: UrlPart;
  readonly slash: Slash;
  readonly braces: Braces | undefined;
  readonly attr: Attr;
  readonly element: Element;
  readonly marks: number;
  /** What the URL may have spelled so far of a protocol that runs scripts (see `protocols.ts`). */
  readonly protocol: number;
}

export const TEXT: Context = {
  state: "Text",
  delim: "None",
  urlPart: "None",
  slash: "Regexp",
  braces: undefined,
  attr: "None",
  element: "None",
  marks: 0,
  protocol: 0,
};

/** Text after `{{break}}` or `{{continue}}` is never reached. */
export const DEAD: Context = { ...TEXT, state: "Dead" };

/** Returns the context of text after a tag, a comment or an element whose content has special rules. */
export function textAfter({ marks }: Context): Context {
  return { ...TEXT, marks: marksOfPage(marks) };
}

/** Returns the context between two attributes of the open tag. */
export function inTagOf({ element, marks }: Context): Context {
  return { ...TEXT, state: "Tag", element, marks: marksOfTag(marks) };
}

export function isSameContext(a: Context, b: Context): boolean {
  if (a === b) return true;
  const isSameInside = a.urlPart === b.urlPart && a.slash === b.slash && a.protocol === b.protocol;
  return isSameInside && a.marks === b.marks && isSameButParts(a, b);
}

/**
 * Tells whether two contexts are equal except for what a join may drop: how much of a URL came before, and what a slash
 * would mean.
 */
function isSameButParts(a: Context, b: Context): boolean {
  const isSamePlace = a.state === b.state && a.delim === b.delim && a.attr === b.attr && a.element === b.element;
  return isSamePlace && isSameBraces(a.braces, b.braces);
}

function isSameBraces(a: Braces | undefined, b: Braces | undefined): boolean {
  let [left, right] = [a, b];
  while (left !== right) {
    if (left === undefined || right === undefined || left.open !== right.open) return false;
    [left, right] = [left.outer, right.outer];
  }
  return true;
}

/** Returns the context that holds after either of two contexts; undefined when they differ too much. */
export function joined(a: Context, b: Context): Context | undefined {
  if (a.state === "Dead") return b;
  if (b.state === "Dead" || isSameContext(a, b)) return a;
  return joinedParts(a, b) ?? joinedNudged(a, b);
}

function joinedParts(a: Context, b: Context): Context | undefined {
  if (!isSameButParts(a, b)) return undefined;
  const both = { ...a, marks: a.marks | b.marks, protocol: a.protocol | b.protocol };
  if (a.slash === b.slash) return a.urlPart === b.urlPart ? both : { ...both, urlPart: "Unknown" };
  return a.urlPart === b.urlPart ? { ...both, slash: "Unknown" } : undefined;
}

/**
 * Joins contexts such as those in `<p title={{if .x}}{{.x}}{{end}}`, where one branch is already inside the value and
 * the other just before it.
 */
function joinedNudged(a: Context, b: Context): Context | undefined {
  const [left, right] = [nudged(a), nudged(b)];
  if (isSameContext(left, a) && isSameContext(right, b)) return undefined;
  const met = joined(left, right);
  if (met === undefined) return undefined;
  const doubt = met.state === "AttrName" ? Mark.noName | Mark.openName : Mark.emptyValue;
  return { ...met, marks: met.marks | doubt };
}

const VALUE_STATES: Readonly<Record<Attr, State>> = {
  None: "Attr",
  Script: "JS",
  ScriptType: "Attr",
  Style: "CSS",
  URL: "URL",
  Srcset: "Srcset",
  MetaContent: "MetaContent",
};

/** Returns the context of an action's first character, which begins a name or an unquoted value. */
export function nudged(context: Context): Context {
  const { state, marks } = context;
  if (state === "Tag" || state === "AfterName") {
    return { ...context, state: "AttrName", attr: "None", marks: withoutNameMarks(marks) };
  }
  return state === "BeforeValue" ? { ...valueStart(context, "SpaceOrTagEnd"), attr: "None" } : context;
}

/** Returns the context at the first character of an attribute's value. */
export function valueStart(context: Context, delim: Delim): Context {
  const state = VALUE_STATES[context.attr];
  const marks = context.marks & ~Mark.openName;
  return { ...context, state, delim, marks, protocol: state === "URL" ? PROTOCOL_START : 0 };
}

/** Tells whether the context is a comment. Comments are meant for authors and are not rendered. */
export function isComment({ state }: Context): boolean {
  return state.endsWith("Cmt");
}

/**
 * Tells whether the context is a string or a regular expression of a script. `</script` inside these is escaped, so
 * that it does not end the script.
 */
export function isScriptLiteral({ state }: Context): boolean {
  return state === "JSDqStr" || state === "JSSqStr" || state === "JSTmplLit" || state === "JSRegexp";
}
