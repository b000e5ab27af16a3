import { characterSet, indexOfAny, isHtmlSpace, type Span, skip } from "./character-sets.ts";
import type { Context } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { isFromValue, PROTOCOL_START, protocolAfter, runs } from "./protocols.ts";
import { type Step, stay } from "./transition.ts";

const STARTS_QUERY = characterSet("#?");

/** Returns how much of the URL is known after a piece of it. Spaces around a URL do not belong to it. */
export function urlAfter(context: Context, span: Span): Context {
  if (indexOfAny(span, STARTS_QUERY) < span.end) return { ...context, urlPart: "QueryOrFrag" };
  const isStarted = context.urlPart !== "None" || skip(span, isHtmlSpace) === span.end;
  return isStarted ? context : { ...context, urlPart: "PreQuery" };
}

export function url(context: Context, span: Span): Step {
  return { context: { ...urlAfter(context, span), protocol: spelledAfter(context, span) }, at: span.end };
}

function spelledAfter(context: Context, { text, from, end }: Span): number {
  const protocol = protocolAfter(context.protocol, text.slice(from, end));
  if (!runs(protocol) || !isFromValue(protocol)) return protocol;
  throw new EscapeProblem("the protocol of a URL is made of a value", from);
}

const URL_SIGN = /url[ \t\n\f\r]*=/i;

/** A `<meta>` with `content="0; url=..."` redirects the reader to that address. */
export function metaContent(context: Context, span: Span): Step {
  const sign = URL_SIGN.exec(span.text.slice(span.from, span.end));
  if (sign === null) return stay(context, span);
  const protocol = PROTOCOL_START;
  return { context: { ...context, state: "MetaContentURL", protocol }, at: span.from + sign.index + sign[0].length };
}

const ENDS_META_URL = characterSet(";");

export function metaContentUrl(context: Context, span: Span): Step {
  const at = indexOfAny(span, ENDS_META_URL);
  const protocol = spelledAfter(context, { ...span, end: at });
  if (at === span.end) return stay({ ...context, protocol }, span);
  return { context: { ...context, state: "MetaContent", protocol: 0 }, at: at + 1 };
}
