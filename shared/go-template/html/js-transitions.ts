import { firstRunes, quote } from "../format/quote.ts";
import { LIMITS } from "../limits.ts";
import { characterSet, indexOfAny, indexOfText, type Span } from "./character-sets.ts";
import type { Braces, Context, Slash, State } from "./context.ts";
import { EscapeProblem, limitProblem } from "./escape-problem.ts";
import { slashAfter } from "./js-slash.ts";
import { COMMENT_END, COMMENT_START } from "./markup-transitions.ts";
import { type Step, stay } from "./transition.ts";

const STARTS_TOKEN = characterSet("\"`'/{}<-#");
const QUOTED_CHARACTERS = 32;

const STRINGS: Readonly<Record<string, State>> = { '"': "JSDqStr", "'": "JSSqStr", "`": "JSTmplLit" };

/** The beginnings of comments. A comment that begins as in HTML, or with `#!`, ends with its line, like one with `//`. */
const COMMENTS: readonly (readonly [start: string, state: State])[] = [
  ["//", "JSLineCmt"],
  ["/*", "JSBlockCmt"],
  [COMMENT_START, "JSHTMLOpenCmt"],
  [COMMENT_END, "JSHTMLCloseCmt"],
  ["#!", "JSLineCmt"],
];

/** Reads code up to the next string, comment, slash or brace. A single `<`, `-` or `#` is an ordinary operator. */
export function code(context: Context, span: Span): Step {
  let at = indexOfAny(span, STARTS_TOKEN);
  while (at < span.end && IN_COMMENTS_ONLY(span.text.charCodeAt(at)) && commentAt(span, at) === undefined) {
    at = indexOfAny({ ...span, from: at + 1 }, STARTS_TOKEN);
  }
  const slash = slashAfter(span.text, { from: span.from, end: at }, context.slash);
  return at === span.end ? { context: { ...context, slash }, at } : tokenAt({ ...context, slash }, span, at);
}

const IN_COMMENTS_ONLY = characterSet("<-#");

function commentAt({ text, end }: Span, at: number): (typeof COMMENTS)[number] | undefined {
  return COMMENTS.find(([start]) => text.startsWith(start, at) && at + start.length <= end);
}

function tokenAt(context: Context, span: Span, at: number): Step {
  const found = span.text.charAt(at);
  const string = STRINGS[found];
  if (string !== undefined) return { context: { ...context, state: string, slash: "Regexp" }, at: at + 1 };
  const comment = commentAt(span, at);
  if (comment !== undefined) return { context: { ...context, state: comment[1] }, at: at + comment[0].length };
  if (found === "/") return { context: { ...context, ...afterSlash(span, at, context.slash) }, at: at + 1 };
  return { context: afterBrace(context, found === "{"), at: at + 1 };
}

function afterSlash(span: Span, at: number, slash: Slash): Partial<Context> {
  if (slash === "Regexp") return { state: "JSRegexp", slash };
  if (slash === "DivOp") return { slash: "Regexp" };
  const start = firstRunes(span.text.slice(at, span.end), QUOTED_CHARACTERS);
  throw new EscapeProblem(`'/' could start a division or regexp: ${quote(start)}`, at);
}

/** Counts the braces inside `${`, to find the brace that ends it. After a brace, a slash starts a regular expression. */
function afterBrace(context: Context, isOpening: boolean): Context {
  const { braces } = context;
  if (braces === undefined) return { ...context, slash: "Regexp" };
  const open = braces.open + (isOpening ? 1 : -1);
  if (open < 0) return { ...context, state: "JSTmplLit", slash: "Regexp", braces: braces.outer };
  return { ...context, slash: "Regexp", braces: { ...braces, open } };
}

const TEMPLATE_SPECIALS = characterSet("`\\$");

/** Reads a template literal up to its end or to the next `${`. */
export function templateLiteral(context: Context, span: Span): Step {
  let at = indexOfAny(span, TEMPLATE_SPECIALS);
  for (; at < span.end; at = indexOfAny({ ...span, from: at + 1 }, TEMPLATE_SPECIALS)) {
    const found = span.text[at];
    if (found === "`") return afterLiteral(context, at);
    if (found === "\\") at = escaped(span, at);
    else if (span.text[at + 1] === "{" && at + 1 < span.end) {
      return { context: { ...context, state: "JS", braces: nested(context.braces, at) }, at: at + 2 };
    }
  }
  return stay(context, span);
}

function nested(outer: Braces | undefined, at: number): Braces {
  const depth = (outer?.depth ?? 0) + 1;
  if (depth > LIMITS.nesting) throw limitProblem(`JS template literals nested more than ${LIMITS.nesting} deep`, at);
  return { open: 0, outer, depth };
}

/** Returns the offset of the character after a backslash. */
function escaped(span: Span, at: number): number {
  if (at + 1 < span.end) return at + 1;
  const piece = quote(span.text.slice(span.from, span.end));
  throw new EscapeProblem(`unfinished escape sequence in JS string: ${piece}`, at);
}

const DOUBLE_QUOTED = characterSet('\\"');
const SINGLE_QUOTED = characterSet("\\'");

/** Reads a string up to its end. */
export function string(context: Context, span: Span): Step {
  const specials = context.state === "JSSqStr" ? SINGLE_QUOTED : DOUBLE_QUOTED;
  let at = indexOfAny(span, specials);
  for (; at < span.end; at = indexOfAny({ ...span, from: at + 1 }, specials)) {
    if (span.text[at] !== "\\") return afterLiteral(context, at);
    at = escaped(span, at);
  }
  return stay(context, span);
}

function afterLiteral(context: Context, at: number): Step {
  return { context: { ...context, state: "JS", slash: "DivOp" }, at: at + 1 };
}

const REGEXP_SPECIALS = characterSet("\\/[]");
const SCRIPT_END = "</script";

/**
 * Reads a regular expression up to its end. It is not ended by a slash inside a set of characters, nor by the one in
 * `</script`, which is escaped.
 */
export function regexp(context: Context, span: Span): Step {
  let isInSet = false;
  let at = indexOfAny(span, REGEXP_SPECIALS);
  for (; at < span.end; at = indexOfAny({ ...span, from: at + 1 }, REGEXP_SPECIALS)) {
    const found = span.text[at];
    if (found === "\\") at = escaped(span, at);
    else if (found !== "/") isInSet = found === "[";
    else if (isScriptEnd(span, at)) at++;
    else if (!isInSet) return afterLiteral(context, at);
  }
  if (!isInSet) return stay(context, span);
  const piece = quote(span.text.slice(span.from, span.end));
  throw new EscapeProblem(`unfinished JS regexp charset: ${piece}`, span.from);
}

function isScriptEnd({ text, from, end }: Span, slashAt: number): boolean {
  const start = slashAt - 1;
  if (start < from || start + SCRIPT_END.length > end) return false;
  return text.slice(start, start + SCRIPT_END.length).toLowerCase() === SCRIPT_END;
}

const BLOCK_END = "*/";

export function blockComment(context: Context, span: Span): Step {
  const end = indexOfText(span, BLOCK_END);
  if (end === span.end) return stay(context, span);
  return { context: { ...context, state: context.state === "JSBlockCmt" ? "JS" : "CSS" }, at: end + BLOCK_END.length };
}

const JS_LINE_ENDS = characterSet("\n\r\u2028\u2029");
const CSS_LINE_ENDS = characterSet("\n\f\r");

/** Reads a comment up to the end of its line. The line end does not belong to the comment. */
export function lineComment(context: Context, span: Span): Step {
  const isStyle = context.state === "CSSLineCmt";
  const at = indexOfAny(span, isStyle ? CSS_LINE_ENDS : JS_LINE_ENDS);
  return at === span.end ? stay(context, span) : { context: { ...context, state: isStyle ? "CSS" : "JS" }, at };
}
