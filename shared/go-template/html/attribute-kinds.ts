/** The meaning of an attribute's value, as far as a name tells. `unsafe` ones change what their element does: a name must not be chosen by a value. */
export type AttributeKind = "plain" | "unsafe" | "url" | "css" | "js" | "html" | "srcset";

const NAMES: readonly (readonly [kind: AttributeKind, names: string])[] = [
  ["url", "action archive background cite classid codebase data formaction href icon longdesc manifest poster profile"],
  ["url", "src usemap xmlns"],
  ["unsafe", "accept-charset async challenge charset content crossorigin defer enctype form formenctype formmethod"],
  ["unsafe", "formnovalidate http-equiv keytype language method novalidate pattern rel sandbox type value"],
  ["css", "style"],
  ["html", "srcdoc"],
  ["srcset", "srcset"],
  // A language, though its name has `src` in it.
  ["plain", "srclang"],
];

const KINDS: ReadonlyMap<string, AttributeKind> = new Map(
  NAMES.flatMap(([kind, names]) => names.split(" ").map((name): [string, AttributeKind] => [name, kind])),
);

/**
 * A value in these runs whatever it is escaped as: `srcdoc` is a page, and animations of SVG write the others into any attribute.
 * Their names mean nothing behind a prefix.
 */
const NO_VALUE_NAMES: ReadonlySet<string> = new Set(["srcdoc", "by", "from", "to", "values"]);

export function takesNoValue(name: string): boolean {
  return NO_VALUE_NAMES.has(name);
}

const DATA_PREFIX = "data-";

/** The kind of an attribute by its lower-case name. `data-href` and `svg:href` are as `href`; names that hint at a URL count as one. */
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

/** Go's strings.ToLower, which makes one character of each: JavaScript makes two of the dotted capital I. */
export function lowerCase(name: string): string {
  return name.replaceAll("\u0130", "i").toLowerCase();
}
