import { Mark, marksOfPage, marksOfTag, withoutNameMarks } from "./marks.ts";
import { PROTOCOL_START } from "./protocols.ts";

/** Where in HTML, CSS or JavaScript a piece of a template stands. The names are those of Go's messages, without their prefixes. */
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

/** The end of the attribute that is open. */
export type Delim = "None" | "DoubleQuote" | "SingleQuote" | "SpaceOrTagEnd";
/** How much of a URL came before. Unknown after branches that differ in it. */
type UrlPart = "None" | "PreQuery" | "QueryOrFrag" | "Unknown";
/** Whether a slash in JavaScript would start a regular expression or divide. */
export type Slash = "Regexp" | "DivOp" | "Unknown";
/** The kind of attribute whose name was read. */
export type Attr = "None" | "Script" | "ScriptType" | "Style" | "URL" | "Srcset" | "MetaContent";
/** Elements whose content or attributes have rules of their own. */
export type Element = "None" | "Script" | "Style" | "Textarea" | "Title" | "Meta";

/** Braces open inside each `${` of a JavaScript template literal, the innermost first. */
export interface Braces {
  readonly open: number;
  readonly outer: Braces | undefined;
  readonly depth: number;
}

/** Never changed: every step makes a new one. */
export interface Context {
  readonly state: State;
  readonly delim: Delim;
  readonly urlPart: UrlPart;
  readonly slash: Slash;
  readonly braces: Braces | undefined;
  readonly attr: Attr;
  readonly element: Element;
  readonly marks: number;
  /** What of a protocol that runs scripts the URL may have spelled so far; see `protocols.ts`. */
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

/** A text after `{{break}}` or `{{continue}}` is never reached. */
export const DEAD: Context = { ...TEXT, state: "Dead" };

/** The text after a tag, a comment or an element with a content of its own. */
export function textAfter({ marks }: Context): Context {
  return { ...TEXT, marks: marksOfPage(marks) };
}

/** Between the attributes of the tag that is open. */
export function inTagOf({ element, marks }: Context): Context {
  return { ...TEXT, state: "Tag", element, marks: marksOfTag(marks) };
}

export function isSameContext(a: Context, b: Context): boolean {
  if (a === b) return true;
  const isSameInside = a.urlPart === b.urlPart && a.slash === b.slash && a.protocol === b.protocol;
  return isSameInside && a.marks === b.marks && isSameButParts(a, b);
}

/** Equal but perhaps for what a join may forget: how much of a URL came before, and what a slash would be. */
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

/** The context after either of two; undefined where they differ too much. */
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

/** `<p title={{if .x}}{{.x}}{{end}}`: one branch is in the value already, the other just before it. */
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

/** The context of an action, where its first character would lead: to a name or to a value without quotation marks. */
export function nudged(context: Context): Context {
  const { state, marks } = context;
  if (state === "Tag" || state === "AfterName") {
    return { ...context, state: "AttrName", attr: "None", marks: withoutNameMarks(marks) };
  }
  return state === "BeforeValue" ? { ...valueStart(context, "SpaceOrTagEnd"), attr: "None" } : context;
}

/** The context at the first character of an attribute's value. */
export function valueStart(context: Context, delim: Delim): Context {
  const state = VALUE_STATES[context.attr];
  const marks = context.marks & ~Mark.openName;
  return { ...context, state, delim, marks, protocol: state === "URL" ? PROTOCOL_START : 0 };
}

/** Comments are for authors and do not show in what is rendered. */
export function isComment({ state }: Context): boolean {
  return state.endsWith("Cmt");
}

/** Strings and regular expressions of a script: `</script` inside them does not end it, because it is escaped. */
export function isScriptLiteral({ state }: Context): boolean {
  return state === "JSDqStr" || state === "JSSqStr" || state === "JSTmplLit" || state === "JSRegexp";
}
