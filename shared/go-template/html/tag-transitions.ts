import { quote } from "../format/quote.ts";
import { attributeOf, marksOfLongerName, nameEnd } from "./attribute-names.ts";
import { isHtmlSpace, type Span, skip } from "./character-sets.ts";
import { type Context, type Delim, valueStart } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { has, Mark } from "./marks.ts";
import { afterTag } from "./markup-transitions.ts";
import { type Step, stay } from "./transition.ts";

/** Reads on inside a tag: its end, or the name of an attribute. */
export function tag(context: Context, span: Span): Step {
  const start = skip(span, isHtmlSpace);
  const inside = start === span.from ? context : closedTagName(context);
  if (start === span.end) return stay(inside, span);
  if (span.text[start] === ">") return { context: afterTag(inside, start), at: start + 1 };
  if (has(inside.marks, Mark.tagName) && span.text[start] !== "/") return longerTagName(inside, span);
  return attribute(closedTagName(inside), span, start);
}

function closedTagName(context: Context): Context {
  return { ...context, marks: context.marks & ~(Mark.tagName | Mark.specialTag) };
}

/** Reads characters that browsers count as part of the tag's name, whereas Go reads an attribute. */
function longerTagName(context: Context, span: Span): Step {
  refuseSpecialTag(context.marks, span.from);
  const { context: after, at } = attribute(context, span, span.from);
  return { context: { ...after, marks: after.marks | Mark.tagName | Mark.otherName }, at };
}

/**
 * Refuses a name that may still become one of a special element, because it has to be known whether the element's
 * content is a script or a style.
 */
export function refuseSpecialTag(marks: number, at: number): void {
  if (!has(marks, Mark.tagName) || !has(marks, Mark.specialTag)) return;
  throw new EscapeProblem("the name of a tag goes on, and may become one of a script or a style", at);
}

function attribute(context: Context, span: Span, start: number): Step {
  const at = nameEnd(span, start);
  if (at === start) {
    const found = quote(span.text.slice(start, span.end));
    throw new EscapeProblem(`expected space, attr name, or end of tag, but got ${found}`, at);
  }
  const { attr, marks } = attributeOf(context, span.text.slice(start, at));
  return { context: { ...context, state: at === span.end ? "AttrName" : "AfterName", attr, marks }, at };
}

export function attributeName(context: Context, span: Span): Step {
  const at = nameEnd(span, span.from);
  const more = span.text.slice(span.from, at);
  const longer = more === "" ? context : { ...context, marks: marksOfLongerName(context, more) };
  return { context: at === span.end ? longer : { ...longer, state: "AfterName" }, at };
}

export function afterName(context: Context, span: Span): Step {
  const at = skip(span, isHtmlSpace);
  if (at === span.end) return stay(context, span);
  if (span.text[at] !== "=") return { context: closedTagName({ ...context, state: "Tag" }), at };
  if (has(context.marks, Mark.tagName | Mark.noName)) {
    throw new EscapeProblem("= after what may be no name of an attribute", at);
  }
  return { context: { ...context, state: "BeforeValue" }, at: at + 1 };
}

const QUOTES: ReadonlyMap<string, Delim> = new Map<string, Delim>([
  ["'", "SingleQuote"],
  ['"', "DoubleQuote"],
]);

export function beforeValue(context: Context, span: Span): Step {
  const start = skip(span, isHtmlSpace);
  if (start === span.end) return stay(context, span);
  const delim = QUOTES.get(span.text.charAt(start));
  return { context: valueStart(context, delim ?? "SpaceOrTagEnd"), at: delim === undefined ? start : start + 1 };
}
