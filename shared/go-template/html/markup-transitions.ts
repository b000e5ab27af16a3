import { firstRunes, quote } from "../format/quote.ts";
import { type AttributeKind, attributeKind, lowerCase } from "./attribute-kinds.ts";
import { characterSet, indexOfAny, indexOfText, isHtmlSpace, type Span, skip } from "./character-sets.ts";
import { type Attr, type Context, type Delim, type Element, inTag, type State, TEXT, VALUE_STATES } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { type Step, stay } from "./transition.ts";

export const COMMENT_START = "<!--";
export const COMMENT_END = "-->";
const QUOTED_CHARACTERS = 32;

/** Two letters that a hyphen or a colon joins are one name: `x-y`, `svg:a`. */
const TAG_NAME = /[A-Za-z][A-Za-z0-9]*(?:[:-][A-Za-z0-9]+)*/y;

const ELEMENTS: ReadonlyMap<string, Element> = new Map<string, Element>([
  ["script", "Script"],
  ["style", "Style"],
  ["textarea", "Textarea"],
  ["title", "Title"],
  ["meta", "Meta"],
]);

const CONTENT_STATES: Readonly<Record<Element, State>> = {
  None: "Text",
  Script: "JS",
  Style: "CSS",
  Textarea: "RCDATA",
  Title: "RCDATA",
  Meta: "Text",
};

/** Text up to the next tag or comment. */
export function text(context: Context, span: Span): Step {
  for (let at = span.text.indexOf("<", span.from); at >= 0 && at + 1 < span.end; at = span.text.indexOf("<", at + 1)) {
    if (span.text.startsWith(COMMENT_START, at)) {
      return { context: { ...TEXT, state: "HTMLCmt" }, at: at + COMMENT_START.length };
    }
    const tag = tagAt(span.text, at + 1);
    if (tag !== undefined) return tag;
  }
  return stay(context, span);
}

function tagAt(text: string, from: number): Step | undefined {
  const isEnd = text[from] === "/";
  TAG_NAME.lastIndex = isEnd ? from + 1 : from;
  const name = TAG_NAME.exec(text)?.[0];
  if (name === undefined) return undefined;
  const element = isEnd ? "None" : (ELEMENTS.get(name.toLowerCase()) ?? "None");
  return { context: inTag(element), at: TAG_NAME.lastIndex };
}

const ENDS_NAME = characterSet(" \t\n\f\r=>");
const ENDS_OR_BREAKS_NAME = characterSet(" \t\n\f\r=>'\"<");

/** The end of an attribute's name. A quotation mark or a tag in it is a mistake that parsers read in different ways. */
function nameEnd(span: Span, from: number): number {
  const at = indexOfAny({ ...span, from }, ENDS_OR_BREAKS_NAME);
  if (at === span.end || ENDS_NAME(span.text.charCodeAt(at))) return at;
  const start = firstRunes(span.text.slice(span.from, span.end), QUOTED_CHARACTERS);
  throw new EscapeProblem(`${quote(span.text.charAt(at))} in attribute name: ${quote(start)}`, at);
}

const ATTRS: Readonly<Record<AttributeKind, Attr>> = {
  plain: "None",
  unsafe: "None",
  html: "None",
  url: "URL",
  css: "Style",
  js: "Script",
  srcset: "Srcset",
};

function attrOf(element: Element, name: string): Attr {
  if (element === "Script" && name === "type") return "ScriptType";
  if (element === "Meta" && name === "content") return "MetaContent";
  return ATTRS[attributeKind(name)];
}

/** Inside a tag: its end, or the name of an attribute. */
export function tag(context: Context, span: Span): Step {
  const { element } = context;
  const start = skip(span, isHtmlSpace);
  if (start === span.end) return stay(context, span);
  if (span.text[start] === ">") return { context: afterTag(element), at: start + 1 };
  const at = nameEnd(span, start);
  if (at === start) {
    const found = quote(span.text.slice(start, span.end));
    throw new EscapeProblem(`expected space, attr name, or end of tag, but got ${found}`, at);
  }
  const attr = attrOf(element, lowerCase(span.text.slice(start, at)));
  return { context: { ...inTag(element), state: at === span.end ? "AttrName" : "AfterName", attr }, at };
}

/** A `<meta>` has no content. */
function afterTag(element: Element): Context {
  return { ...TEXT, state: CONTENT_STATES[element], element: element === "Meta" ? "None" : element };
}

export function attributeName(context: Context, span: Span): Step {
  const at = nameEnd(span, span.from);
  return { context: at === span.end ? context : { ...context, state: "AfterName" }, at };
}

export function afterName(context: Context, span: Span): Step {
  const at = skip(span, isHtmlSpace);
  if (at === span.end) return stay(context, span);
  if (span.text[at] === "=") return { context: { ...context, state: "BeforeValue" }, at: at + 1 };
  return { context: { ...context, state: "Tag" }, at };
}

const QUOTES: ReadonlyMap<string, Delim> = new Map<string, Delim>([
  ["'", "SingleQuote"],
  ['"', "DoubleQuote"],
]);

export function beforeValue(context: Context, span: Span): Step {
  const start = skip(span, isHtmlSpace);
  if (start === span.end) return stay(context, span);
  const delim = QUOTES.get(span.text.charAt(start));
  const at = delim === undefined ? start : start + 1;
  return { context: { ...context, state: VALUE_STATES[context.attr], delim: delim ?? "SpaceOrTagEnd" }, at };
}

export function htmlComment(context: Context, span: Span): Step {
  const end = indexOfText(span, COMMENT_END);
  return end === span.end ? stay(context, span) : { context: TEXT, at: end + COMMENT_END.length };
}
