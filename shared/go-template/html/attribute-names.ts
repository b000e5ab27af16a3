import { firstRunes, quote } from "../format/quote.ts";
import { type AttributeKind, attributeKind, lowerCase, takesNoValue } from "./attribute-kinds.ts";
import { characterSet, indexOfAny, type Span } from "./character-sets.ts";
import type { Attr, Context, Element } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { has, Mark, withoutNameMarks } from "./marks.ts";

const QUOTED_CHARACTERS = 32;
const ENDS_NAME = characterSet(" \t\n\f\r=>");
const ENDS_OR_BREAKS_NAME = characterSet(" \t\n\f\r=>'\"<");

/**
 * Returns the end of an attribute's name. A quotation mark or a tag inside the name is a mistake that browsers read in
 * different ways.
 */
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

/** Returns what an attribute of the context's tag is, by its name or by the part of the name that was read. */
export function attributeOf({ element, marks }: Context, written: string): { attr: Attr; marks: number } {
  const name = lowerCase(written);
  const attr = attrOf(element, marks, name);
  const ofTag = (attr === "ScriptType" ? Mark.typed : 0) | (isHttpEquiv(element, name) ? Mark.httpEquiv : 0);
  const ofName = (takesNoValue(name) ? Mark.takesNoValue : 0) | (isSettled(name) ? 0 : Mark.openName);
  const before = META_NAMES.has(name) ? marks & ~Mark.unnamedMeta : marks;
  return { attr, marks: withoutNameMarks(before) | ofTag | ofName | slashMarks(element, name) };
}

/** These attributes of a `<meta>` say what its `content` is. */
const META_NAMES: ReadonlySet<string> = new Set(["name", "property", "itemprop"]);

function attrOf(element: Element, marks: number, name: string): Attr {
  if (element === "Script" && name === "type") return has(marks, Mark.typed) ? "None" : "ScriptType";
  if (element === "Meta" && name === "content") return "MetaContent";
  return ATTRS[attributeKind(name)];
}

/** A name that begins with `http-` counts too, since a value or a branch may complete it. */
function isHttpEquiv(element: Element, name: string): boolean {
  return element === "Meta" && name.startsWith("http-");
}

/**
 * Tells whether adding to a name cannot change its meaning: names with hyphens have no special meaning, and every name
 * that begins with `on` belongs to a script.
 */
function isSettled(name: string): boolean {
  return name.includes("-") || name.startsWith("on");
}

/** Marks a name with a slash as uncertain: browsers end the name there, and an equals sign after the slash begins a new one. */
function slashMarks(element: Element, name: string): number {
  if (!name.includes("/")) return 0;
  return marksOfOtherName(element) | (name.endsWith("/") ? Mark.noName : 0);
}

/**
 * An attribute that may differ from what its name says may be any attribute, including one that decides how its tag is
 * read.
 */
function marksOfOtherName(element: Element): number {
  const ofTag: Partial<Record<Element, number>> = { Meta: Mark.httpEquiv, Script: Mark.typed };
  return Mark.otherName | (ofTag[element] ?? 0);
}

/**
 * Returns the marks of an attribute after more of its name was read. `undefined` means that a value was added to the
 * name.
 */
export function marksOfLongerName({ element, marks }: Context, more: string | undefined): number {
  const isOther = has(marks, Mark.openName | Mark.otherName);
  const ofSlash = more === undefined ? 0 : slashMarks(element, more);
  return (marks & ~Mark.noName) | (isOther ? marksOfOtherName(element) : 0) | ofSlash;
}
