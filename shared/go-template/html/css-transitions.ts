import { quote } from "../format/quote.ts";
import { characterSet, indexOfAny, isHtmlSpace, type Span, skip } from "./character-sets.ts";
import type { Context, State } from "./context.ts";
import { decodeCss, isCssName } from "./css-text.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { type Step, stay } from "./transition.ts";
import { urlAfter } from "./url-transitions.ts";

const STARTS_TOKEN = characterSet("(\"'/");

const STRINGS: Readonly<Record<string, State>> = { '"': "CSSDqStr", "'": "CSSSqStr" };
const URLS: Readonly<Record<string, State>> = { '"': "CSSDqURL", "'": "CSSSqURL" };
const COMMENTS: Readonly<Record<string, State>> = { "/": "CSSLineCmt", "*": "CSSBlockCmt" };

/** Reads a style up to the next string, URL or comment. */
export function style(context: Context, span: Span): Step {
  let at = indexOfAny(span, STARTS_TOKEN);
  for (; at < span.end; at = indexOfAny({ ...span, from: at + 1 }, STARTS_TOKEN)) {
    const step = tokenAt(context, span, at);
    if (step !== undefined) return step;
  }
  return stay(context, span);
}

/** Reads the token at `at`. A string is treated as a URL, because strings are URLs wherever the difference matters. */
function tokenAt(context: Context, span: Span, at: number): Step | undefined {
  const found = span.text.charAt(at);
  if (found === "(") return isUrlWord(span, at) ? urlStart(context, span, at + 1) : undefined;
  if (found !== "/") return { context: { ...context, state: STRINGS[found] ?? "CSS" }, at: at + 1 };
  const comment = at + 1 < span.end ? COMMENTS[span.text.charAt(at + 1)] : undefined;
  return comment === undefined ? undefined : { context: { ...context, state: comment }, at: at + 2 };
}

const URL_WORD = "url";

/** Tells whether `url`, perhaps with spaces, comes right before an opening parenthesis. */
function isUrlWord({ text, from }: Span, paren: number): boolean {
  let end = paren;
  while (end > from && isHtmlSpace(text.charCodeAt(end - 1))) end--;
  const start = end - URL_WORD.length;
  if (start < from || text.slice(start, end).toLowerCase() !== URL_WORD) return false;
  return start === from || !isCssName(text.charCodeAt(start - 1));
}

function urlStart(context: Context, span: Span, from: number): Step {
  const at = skip({ ...span, from }, isHtmlSpace);
  const quoted = at < span.end ? URLS[span.text.charAt(at)] : undefined;
  return { context: { ...context, state: quoted ?? "CSSURL" }, at: quoted === undefined ? at : at + 1 };
}

const DOUBLE_QUOTED = characterSet('\\"');
const SINGLE_QUOTED = characterSet("\\'");
const UNQUOTED = characterSet("\\\t\n\f\r )");

function specialsOf(state: State) {
  if (state === "CSSURL") return UNQUOTED;
  return state === "CSSDqStr" || state === "CSSDqURL" ? DOUBLE_QUOTED : SINGLE_QUOTED;
}

/** Reads a string or a URL up to its end. What it held does not affect the next one. */
export function cssString(context: Context, span: Span): Step {
  const specials = specialsOf(context.state);
  let at = indexOfAny(span, specials);
  for (; at < span.end; at = indexOfAny({ ...span, from: at + 1 }, specials)) {
    if (span.text[at] !== "\\") return { context: { ...context, state: "CSS", urlPart: "None" }, at: at + 1 };
    if (++at < span.end) continue;
    const piece = quote(span.text.slice(span.from, span.end));
    throw new EscapeProblem(`unfinished escape sequence in CSS string: ${piece}`, span.end - 1);
  }
  const decoded = decodeCss(span.text.slice(span.from, span.end));
  return { context: urlAfter(context, { text: decoded, from: 0, end: decoded.length }), at: span.end };
}
