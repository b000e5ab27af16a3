import { type Context, isComment, type State } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";
import type { EscaperName } from "./escaper-functions.ts";
import { mayRun } from "./protocols.ts";

const BY_STATE: Readonly<Partial<Record<State, EscaperName>>> = {
  Text: "_html_template_htmlescaper",
  RCDATA: "_html_template_rcdataescaper",
  Tag: "_html_template_htmlnamefilter",
  AttrName: "_html_template_htmlnamefilter",
  Srcset: "_html_template_srcsetescaper",
  MetaContentURL: "_html_template_urlfilter",
  JS: "_html_template_jsvalescaper",
  JSDqStr: "_html_template_jsstrescaper",
  JSSqStr: "_html_template_jsstrescaper",
  JSTmplLit: "_html_template_jstmpllitescaper",
  JSRegexp: "_html_template_jsregexpescaper",
  CSS: "_html_template_cssvaluefilter",
};

const URL_STATES: ReadonlySet<State> = new Set<State>([
  "URL",
  "CSSDqStr",
  "CSSSqStr",
  "CSSDqURL",
  "CSSSqURL",
  "CSSURL",
]);

/**
 * Returns the escapers that make a value safe in a context, in the order of their use. `shown` writes the action for
 * messages.
 */
export function escapersFor(context: Context, shown: () => string, pos: number): readonly EscaperName[] {
  const inner = URL_STATES.has(context.state) ? urlEscapers(context, shown, pos) : contentEscapers(context);
  if (context.delim === "None") return inner;
  const isUnquoted = context.delim === "SpaceOrTagEnd";
  return [...inner, isUnquoted ? "_html_template_nospaceescaper" : "_html_template_attrescaper"];
}

function contentEscapers(context: Context): readonly EscaperName[] {
  if (isComment(context)) return ["_html_template_commentescaper"];
  const escaper = BY_STATE[context.state];
  return escaper === undefined ? [] : [escaper];
}

function urlEscapers({ state, urlPart, protocol }: Context, shown: () => string, pos: number): readonly EscaperName[] {
  if (urlPart === "Unknown") throw new EscapeProblem(`${shown()} appears in an ambiguous context within a URL`, pos);
  if (urlPart === "QueryOrFrag") return ["_html_template_urlescaper"];
  const isString = state === "CSSDqStr" || state === "CSSSqStr";
  const escaper: EscaperName = isString ? "_html_template_cssescaper" : "_html_template_urlnormalizer";
  return urlPart === "None" || mayRun(protocol) ? ["_html_template_urlfilter", escaper] : [escaper];
}
