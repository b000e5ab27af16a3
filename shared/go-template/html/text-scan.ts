import { quote } from "../format/quote.ts";
import { characterSet, indexOfAny, isHtmlSpace, skip } from "./character-sets.ts";
import { type Context, type Delim, type Element, inTagOf, isComment, isScriptLiteral, textAfter } from "./context.ts";
import { decodeEntities } from "./entities.ts";
import { EscapeProblem, retold } from "./escape-problem.ts";
import { has, Mark } from "./marks.ts";
import { mayRun } from "./protocols.ts";
import { isScriptType } from "./script-types.ts";
import type { Step } from "./transition.ts";
import { TRANSITIONS } from "./transitions.ts";

/** A text that is being read, with the positions of the end tags found so far. */
export interface TextScan {
  readonly text: string;
  readonly endTags: Map<Element, number>;
}

export function newTextScan(text: string): TextScan {
  return { text, endTags: new Map() };
}

/**
 * Reads the next piece of a text.
 * @throws EscapeProblem
 */
export function nextStep(scan: TextScan, context: Context, from: number): Step {
  if (context.delim !== "None") return attributeStep(scan.text, context, from);
  const end = contentEnd(scan, context, from);
  if (end === from) return { context: textAfter(context), at: from };
  return TRANSITIONS[context.state](context, { text: scan.text, from, end });
}

const END_TAGS: Readonly<Partial<Record<Element, RegExp>>> = {
  Script: /<\/script[> \t\n\f/]/gi,
  Style: /<\/style[> \t\n\f/]/gi,
  Textarea: /<\/textarea[> \t\n\f/]/gi,
  Title: /<\/title[> \t\n\f/]/gi,
  Meta: /<\/[> \t\n\f/]/g,
};

/**
 * Returns the position of the open element's end tag, or else the end of the text. An end tag in a literal or a comment
 * of a script does not count, because it is escaped or removed.
 */
function contentEnd(scan: TextScan, context: Context, from: number): number {
  const { element } = context;
  const endTag = END_TAGS[element];
  const isHidden = element === "Script" && (isScriptLiteral(context) || isComment(context));
  if (endTag === undefined || isHidden) return scan.text.length;
  const known = scan.endTags.get(element);
  if (known !== undefined && known >= from) return known;
  endTag.lastIndex = from;
  const end = endTag.exec(scan.text)?.index ?? scan.text.length;
  scan.endTags.set(element, end);
  return end;
}

const NO_CHARACTERS = characterSet("");
const VALUE_ENDS: Readonly<Record<Delim, ReturnType<typeof characterSet>>> = {
  None: NO_CHARACTERS,
  DoubleQuote: characterSet('"'),
  SingleQuote: characterSet("'"),
  SpaceOrTagEnd: characterSet(" \t\n\f\r>"),
};
/** Browsers differ in how they read these characters in an unquoted value. */
const NOT_UNQUOTED = characterSet("\"'<=`");

function attributeStep(text: string, context: Context, from: number): Step {
  const end = indexOfAny({ text, from, end: text.length }, VALUE_ENDS[context.delim]);
  if (context.delim === "SpaceOrTagEnd") checkUnquoted(text, from, end);
  if (has(context.marks, Mark.emptyValue) && end === from) checkEmpty(text, from);
  const isOpen = end === text.length;
  // The rest of the value is read, too, because it may complete a protocol that runs scripts.
  if (isOpen || mayRun(context.protocol)) {
    const inside = openValueContext(context, text.slice(0, end), from);
    if (isOpen) return { context: inside, at: end };
  }
  const at = context.delim === "SpaceOrTagEnd" ? end : end + 1;
  const element = isOtherScript(context, text.slice(from, end)) ? "None" : context.element;
  return { context: inTagOf({ ...context, element }), at };
}

/** Tells whether a script is certainly not JavaScript. When it is uncertain, it is treated as JavaScript. */
function isOtherScript({ attr, state, marks }: Context, value: string): boolean {
  if (attr !== "ScriptType" || state !== "Attr" || has(marks, Mark.pieces | Mark.otherName)) return false;
  return !isScriptType(decodeEntities(value));
}

function checkUnquoted(text: string, from: number, end: number): void {
  const at = indexOfAny({ text, from, end }, NOT_UNQUOTED);
  if (at === end) return;
  throw new EscapeProblem(`${quote(text.charAt(at))} in unquoted attr: ${quote(text.slice(from, end))}`, at);
}

/** Refuses an empty unquoted value, because browsers would take the text after the next spaces as the value. */
function checkEmpty(text: string, from: number): void {
  const at = skip({ text, from, end: text.length }, isHtmlSpace);
  if (at > from && text[at] !== ">") throw new EscapeProblem("a space after what may be an empty attr", at);
}

/**
 * Returns the context inside a value that continues after this text. Scripts, styles and URLs are read with character
 * references decoded.
 */
function openValueContext(start: Context, text: string, valueFrom: number): Context {
  const value = decodeEntities(text.slice(valueFrom));
  const ofType = start.attr === "ScriptType" ? Mark.pieces : 0;
  const inside = { ...start, marks: (start.marks & ~Mark.emptyValue) | ofType };
  // Offsets into the decoded value do not match the text, so problems are reported at the start of the value.
  return retold(
    () => contextAfter(inside, value),
    (problem) => new EscapeProblem(problem.message, valueFrom, problem),
  );
}

function contextAfter(start: Context, text: string): Context {
  let context = start;
  for (let from = 0; from < text.length; ) {
    const step = TRANSITIONS[context.state](context, { text, from, end: text.length });
    context = step.context;
    from = step.at;
  }
  return context;
}
