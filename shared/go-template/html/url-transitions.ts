import { characterSet, indexOfAny, isHtmlSpace, type Span, skip } from "./character-sets.ts";
import type { Context } from "./context.ts";
import { type Step, stay } from "./transition.ts";

const STARTS_QUERY = characterSet("#?");

/** How much of the URL is known after a piece of it. Spaces around a URL are no part of it. */
export function urlAfter(context: Context, span: Span): Context {
  if (indexOfAny(span, STARTS_QUERY) < span.end) return { ...context, urlPart: "QueryOrFrag" };
  const isStarted = context.urlPart !== "None" || skip(span, isHtmlSpace) === span.end;
  return isStarted ? context : { ...context, urlPart: "PreQuery" };
}

export function url(context: Context, span: Span): Step {
  return { context: urlAfter(context, span), at: span.end };
}

const URL_SIGN = /url[ \t\n\f\r]*=/i;

/** `content="0; url=..."` of a `<meta>` leads the reader to that address. */
export function metaContent(context: Context, span: Span): Step {
  const sign = URL_SIGN.exec(span.text.slice(span.from, span.end));
  if (sign === null) return stay(context, span);
  return { context: { ...context, state: "MetaContentURL" }, at: span.from + sign.index + sign[0].length };
}

const ENDS_META_URL = characterSet(";");

export function metaContentUrl(context: Context, span: Span): Step {
  const at = indexOfAny(span, ENDS_META_URL);
  return at === span.end ? stay(context, span) : { context: { ...context, state: "MetaContent" }, at: at + 1 };
}
