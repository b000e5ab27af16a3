import { firstRunes, quote } from "../format/quote.ts";
import { type AttributeKind, attributeKind, lowerCase, takesNoValue } from "./attribute-kinds.ts";
import { characterSet, indexOfAny, type Span } from "./character-sets.ts";
import type { Attr, Context, Element } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { has, Mark, withoutNameMarks } from "./marks.ts";

const QUOTED_CHARACTERS = 32;
const ENDS_NAME = characterSet(" \t\n\f\r=>");
const ENDS_OR_BREAKS_NAME = characterSet(" \t\n\f\r=>'\"<");

/** The end of an attribute's name. A quotation mark or a tag in it is a mistake that parsers read in different ways. */
export function nameEnd(span: Span, from: number): number {
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

/** What an attribute in the tag of the context is by its name, or by what was read of its name. */
export function attributeOf({ element, marks }: Context, written: string): { attr: Attr; marks: number } {
  const name = lowerCase(written);
  const attr = attrOf(element, marks, name);
  const ofTag = (attr === "ScriptType" ? Mark.typed : 0) | (isHttpEquiv(element, name) ? Mark.httpEquiv : 0);
  const ofName = (takesNoValue(name) ? Mark.takesNoValue : 0) | (isSettled(name) ? 0 : Mark.openName);
  const before = META_NAMES.has(name) ? marks & ~Mark.unnamedMeta : marks;
  return { attr, marks: withoutNameMarks(before) | ofTag | ofName | slashMarks(element, name) };
}

/** They say what the `content` of a `<meta>` is. */
const META_NAMES: ReadonlySet<string> = new Set(["name", "property", "itemprop"]);

function attrOf(element: Element, marks: number, name: string): Attr {
  if (element === "Script" && name === "type") return has(marks, Mark.typed) ? "None" : "ScriptType";
  if (element === "Meta" && name === "content") return "MetaContent";
  return ATTRS[attributeKind(name)];
}

/** `http-` too: a value or a branch may complete it. */
function isHttpEquiv(element: Element, name: string): boolean {
  return element === "Meta" && name.startsWith("http-");
}

/** Whether a longer name means no more: names with hyphens steer nothing, and every name with `on` at its start is a script's. */
function isSettled(name: string): boolean {
  return name.includes("-") || name.startsWith("on");
}

/** For browsers a slash ends a name, and an equals sign after it begins one. */
function slashMarks(element: Element, name: string): number {
  if (!name.includes("/")) return 0;
  return marksOfOtherName(element) | (name.endsWith("/") ? Mark.noName : 0);
}

/** An attribute that is perhaps not what its name says may be any, also one that the rest of its tag depends on. */
function marksOfOtherName(element: Element): number {
  const ofTag: Partial<Record<Element, number>> = { Meta: Mark.httpEquiv, Script: Mark.typed };
  return Mark.otherName | (ofTag[element] ?? 0);
}

/** The marks of an attribute after more of its name; of that, `undefined` is a value. */
export function marksOfLongerName({ element, marks }: Context, more: string | undefined): number {
  const isOther = has(marks, Mark.openName | Mark.otherName);
  const ofSlash = more === undefined ? 0 : slashMarks(element, more);
  return (marks & ~Mark.noName) | (isOther ? marksOfOtherName(element) : 0) | ofSlash;
}
