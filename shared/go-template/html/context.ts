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
}

export const TEXT: Context = {
  state: "Text",
  delim: "None",
  urlPart: "None",
  slash: "Regexp",
  braces: undefined,
  attr: "None",
  element: "None",
};

/** A text after `{{break}}` or `{{continue}}` is never reached. */
export const DEAD: Context = { ...TEXT, state: "Dead" };

export function inTag(element: Element): Context {
  return { ...TEXT, state: "Tag", element };
}

export function isSameContext(a: Context, b: Context): boolean {
  return a === b || (isSameButParts(a, b) && a.urlPart === b.urlPart && a.slash === b.slash);
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
  if (isSameButParts(a, b)) {
    if (a.slash === b.slash) return { ...a, urlPart: "Unknown" };
    if (a.urlPart === b.urlPart) return { ...a, slash: "Unknown" };
  }
  return joinedNudged(a, b);
}

/** `<p title={{if .x}}{{.x}}{{end}}`: one branch is in the value already, the other just before it. */
function joinedNudged(a: Context, b: Context): Context | undefined {
  const [left, right] = [nudged(a), nudged(b)];
  return isSameContext(left, a) && isSameContext(right, b) ? undefined : joined(left, right);
}

export const VALUE_STATES: Readonly<Record<Attr, State>> = {
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
  const { state, attr } = context;
  if (state === "Tag") return { ...context, state: "AttrName" };
  if (state === "AfterName") return { ...context, state: "AttrName", attr: "None" };
  if (state !== "BeforeValue") return context;
  return { ...context, state: VALUE_STATES[attr], delim: "SpaceOrTagEnd", attr: "None" };
}

/** Comments are for authors and do not show in what is rendered. */
export function isComment({ state }: Context): boolean {
  return state.endsWith("Cmt");
}

/** Strings and regular expressions of a script: `</script` inside them does not end it, because it is escaped. */
export function isScriptLiteral({ state }: Context): boolean {
  return state === "JSDqStr" || state === "JSSqStr" || state === "JSTmplLit" || state === "JSRegexp";
}

function braceList(braces: Braces | undefined): string {
  const open: number[] = [];
  for (let at = braces; at !== undefined; at = at.outer) open.push(at.open);
  return `[${open.reverse().join(" ")}]`;
}

/** As Go prints a context in its messages. */
export function contextText(context: Context): string {
  const { state, delim, urlPart, slash, attr, element } = context;
  const start = `state${state} delim${delim} urlPart${urlPart} jsCtx${slash}`;
  return `{${start} ${braceList(context.braces)} attr${attr} element${element} <nil>}`;
}

/** Templates are derived under names with this mark; no name of an author may have it. */
export const DERIVED_MARK = "$htmltemplate_";

/** The name of a template as called in a context: its own in text, another one elsewhere. */
export function derivedName(name: string, context: Context): string {
  if (context.state === "Text") return name;
  const { state, delim, urlPart, slash, braces, attr, element } = context;
  const parts = [
    `state${state}`,
    delim === "None" ? "" : `delim${delim}`,
    urlPart === "None" ? "" : `urlPart${urlPart}`,
    slash === "Regexp" ? "" : `jsCtx${slash}`,
    braces === undefined ? "" : `jsBraceDepth(${braceList(braces)})`,
    attr === "None" ? "" : `attr${attr}`,
    element === "None" ? "" : `element${element}`,
  ];
  return name + DERIVED_MARK + parts.filter((part) => part !== "").join("_");
}

/** The words of a refusal about branches that end in different places. */
export function branchesDiffer(kind: string, a: Context, b: Context): string {
  return `{{${kind}}} branches end in different contexts: ${contextText(a)}, ${contextText(b)}`;
}
