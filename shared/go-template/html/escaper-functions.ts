import { sprint } from "../format/printf.ts";
import { type Builtin, variadic } from "../functions.ts";
import type { Meter } from "../limits.ts";
import type { Value } from "../values.ts";
import { escapeCssString, filterCssValue } from "./css-sanitizers.ts";
import { escapeText, escapeUnquoted, filterName } from "./html-sanitizers.ts";
import { escapeJsRegexp, escapeJsString, escapeJsTemplate, jsValue } from "./js-sanitizers.ts";
import { escapeUrl, filterSrcset, filterUrl, normaliseUrl } from "./url-sanitizers.ts";

/**
 * No template can name these functions; they are added to the ends of pipelines. Go shows these names in its messages.
 */
export type EscaperName =
  | "_html_template_attrescaper"
  | "_html_template_commentescaper"
  | "_html_template_cssescaper"
  | "_html_template_cssvaluefilter"
  | "_html_template_htmlnamefilter"
  | "_html_template_htmlescaper"
  | "_html_template_jsregexpescaper"
  | "_html_template_jsstrescaper"
  | "_html_template_jstmpllitescaper"
  | "_html_template_jsvalescaper"
  | "_html_template_nospaceescaper"
  | "_html_template_rcdataescaper"
  | "_html_template_srcsetescaper"
  | "_html_template_urlescaper"
  | "_html_template_urlfilter"
  | "_html_template_urlnormalizer";

/** Returns a string unchanged, an empty text for a missing value, and anything else as `print` writes it. */
function textOf(meter: Meter, value: Value): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : sprint(meter, [value]);
}

function ofText(name: EscaperName, escaped: (meter: Meter, text: string) => string): [EscaperName, Builtin] {
  return [name, variadic(name, 0, (meter, [value]) => escaped(meter, textOf(meter, value)))];
}

/** Without an operand, as after a lone `{{html}}`, the value is the empty string. */
function jsOperand(meter: Meter, args: readonly Value[]): string {
  return jsValue(meter, args.length === 0 ? "" : args[0]);
}

export const ESCAPERS: ReadonlyMap<EscaperName, Builtin> = new Map([
  ofText("_html_template_attrescaper", escapeText),
  ofText("_html_template_commentescaper", () => ""),
  ofText("_html_template_cssescaper", escapeCssString),
  ofText("_html_template_cssvaluefilter", filterCssValue),
  ofText("_html_template_htmlnamefilter", filterName),
  ofText("_html_template_htmlescaper", escapeText),
  ofText("_html_template_jsregexpescaper", escapeJsRegexp),
  ofText("_html_template_jsstrescaper", escapeJsString),
  ofText("_html_template_jstmpllitescaper", escapeJsTemplate),
  ["_html_template_jsvalescaper", variadic("_html_template_jsvalescaper", 0, jsOperand)],
  ofText("_html_template_nospaceescaper", escapeUnquoted),
  ofText("_html_template_rcdataescaper", escapeText),
  ofText("_html_template_srcsetescaper", filterSrcset),
  ofText("_html_template_urlescaper", escapeUrl),
  ofText("_html_template_urlfilter", filterUrl),
  ofText("_html_template_urlnormalizer", normaliseUrl),
]);

/** Joins the operands of an `html` or `urlquery` that becomes one of the added escapers. */
export const evalArgs: Builtin = variadic("_eval_args_", 0, (meter, args) => {
  const [first] = args;
  return args.length === 1 && typeof first === "string" ? first : sprint(meter, args);
});
