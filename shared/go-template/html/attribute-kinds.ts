/**
 * The meaning of an attribute's value, as far as the attribute's name tells. `unsafe` attributes change what their
 * element does, so a value must never choose such a name.
 */
export type AttributeKind = "plain" | "unsafe" | "url" | "css" | "js" | "html" | "srcset";

const NAMES: readonly (readonly [kind: AttributeKind, names: string])[] = [
  ["url", "action archive background cite classid codebase data formaction href icon longdesc manifest poster profile"],
  ["url", "src usemap xmlns"],
  ["unsafe", "accept-charset async challenge charset content crossorigin defer enctype form formenctype formmethod"],
  ["unsafe", "formnovalidate http-equiv keytype language method novalidate pattern rel sandbox type value"],
  ["css", "style"],
  ["html", "srcdoc"],
  ["srcset", "srcset"],
  // The value of `srclang` is a language, although the name contains `src`.
  ["plain", "srclang"],
];

const KINDS: ReadonlyMap<string, AttributeKind> = new Map(
  NAMES.flatMap(([kind, names]) => names.split(" ").map((name): [string, AttributeKind] => [name, kind])),
);

/**
 * Attributes in which a value may run as a script however it is escaped: `srcdoc` holds a page, and animations of SVG
 * write the values of the others into any attribute. With a prefix, the names have no special meaning.
 */
const NO_VALUE_NAMES: ReadonlySet<string> = new Set(["srcdoc", "by", "from", "to", "values"]);

export function takesNoValue(name: string): boolean {
  return NO_VALUE_NAMES.has(name);
}

const DATA_PREFIX = "data-";

/**
 * Returns the kind of an attribute by its name in lower case. `data-href` and `svg:href` count as `href`; names that
 * hint at a URL count as URLs.
 */
export function attributeKind(name: string): AttributeKind {
  const colon = name.indexOf(":");
  if (name.startsWith(DATA_PREFIX)) return kindOf(name.slice(DATA_PREFIX.length));
  if (colon < 0) return kindOf(name);
  return name.slice(0, colon) === "xmlns" ? "url" : kindOf(name.slice(colon + 1));
}

function kindOf(name: string): AttributeKind {
  const known = KINDS.get(name);
  if (known !== undefined) return known;
  if (name.startsWith("on")) return "js";
  return /src|ur[il]/.test(name) ? "url" : "plain";
}

/** Works as Go's strings.ToLower, which turns the dotted capital I into one character where JavaScript makes two. */
export function lowerCase(name: string): string {
  return name.replaceAll("\u0130", "i").toLowerCase();
}
