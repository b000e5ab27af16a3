import { indexOfText, type Span } from "./character-sets.ts";
import { type Context, type Element, inTagOf, type State, textAfter } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { has, Mark } from "./marks.ts";
import { afterTagName, mayBecomeSpecial } from "./special-tags.ts";
import { type Step, stay } from "./transition.ts";

export const COMMENT_START = "<!--";
export const COMMENT_END = "-->";

/** Names joined by a hyphen or a colon are one name, as in `x-y` and `svg:a`. */
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

/** Reads text up to the next tag or comment. */
export function text(context: Context, span: Span): Step {
  for (let at = span.text.indexOf("<", span.from); at >= 0 && at + 1 < span.end; at = span.text.indexOf("<", at + 1)) {
    if (span.text.startsWith(COMMENT_START, at)) {
      return { context: { ...textAfter(context), state: "HTMLCmt" }, at: at + COMMENT_START.length };
    }
    const tag = tagAt(context, span.text, at + 1);
    if (tag !== undefined) return tag;
  }
  return stay(context, span);
}

function tagAt(context: Context, text: string, from: number): Step | undefined {
  const isEnd = text[from] === "/";
  TAG_NAME.lastIndex = isEnd ? from + 1 : from;
  const name = TAG_NAME.exec(text)?.[0].toLowerCase();
  if (name === undefined) return undefined;
  const element = isEnd ? "None" : (ELEMENTS.get(name) ?? "None");
  const isRisky = !isEnd && mayBecomeSpecial(name);
  const marks = afterTagName(context.marks, name, isEnd) | Mark.tagName | marksOfElement(element, isRisky);
  const inside = inTagOf({ ...context, element, marks });
  return { context: { ...inside, marks }, at: TAG_NAME.lastIndex };
}

function marksOfElement(element: Element, isRisky: boolean): number {
  return (isRisky ? Mark.specialTag : 0) | (element === "Meta" ? Mark.unnamedMeta : 0);
}

/**
 * Returns the context after a tag. A `<meta>` has no content.
 * @throws EscapeProblem when a value may redirect the reader.
 */
export function afterTag(context: Context, at: number): Context {
  const { element, marks } = context;
  if (element === "Meta" && has(marks, Mark.metaValue) && has(marks, Mark.httpEquiv | Mark.unnamedMeta)) {
    throw new EscapeProblem("a value in the content of a <meta> that may have an http-equiv or no name", at);
  }
  return { ...textAfter(context), state: CONTENT_STATES[element], element: element === "Meta" ? "None" : element };
}

export function htmlComment(context: Context, span: Span): Step {
  const end = indexOfText(span, COMMENT_END);
  return end === span.end ? stay(context, span) : { context: textAfter(context), at: end + COMMENT_END.length };
}
