import { ENTITY_NAMES } from "./entity-names.ts";

/** Named references to characters that have a meaning in a script, a style or a URL. */
const MEANINGFUL: readonly (readonly [text: string, names: string])[] = [
  ["&", "AMP amp"],
  ["`", "DiacriticalGrave grave"],
  [">", "GT gt"],
  ["^", "Hat"],
  ["<", "LT lt"],
  ["\u205f", "MediumSpace"],
  ["\n", "NewLine"],
  ["\u00a0", "NonBreakingSpace nbsp"],
  ['"', "QUOT quot"],
  ["\t", "Tab"],
  ["\u2009", "ThinSpace thinsp"],
  ["_", "UnderBar lowbar"],
  ["|", "VerticalLine verbar vert"],
  ["\u200a", "VeryThinSpace hairsp"],
  ["'", "apos"],
  ["*", "ast midast"],
  ["\\", "bsol"],
  [":", "colon"],
  [",", "comma"],
  ["@", "commat"],
  ["$", "dollar"],
  ["\u2003", "emsp"],
  ["\u2004", "emsp13"],
  ["\u2005", "emsp14"],
  ["\u2002", "ensp"],
  ["=", "equals"],
  ["!", "excl"],
  ["{", "lbrace lcub"],
  ["[", "lbrack lsqb"],
  ["(", "lpar"],
  ["#", "num"],
  ["\u2007", "numsp"],
  ["%", "percnt"],
  [".", "period"],
  ["+", "plus"],
  ["\u2008", "puncsp"],
  ["?", "quest"],
  ["}", "rbrace rcub"],
  ["]", "rbrack rsqb"],
  [")", "rpar"],
  [";", "semi"],
  ["/", "sol"],
  ["\u205f\u200a", "ThickSpace"],
  ["=\u20e5", "bne"],
  ["fj", "fjlig"],
  [">\u20d2", "nvgt"],
  ["<\u20d2", "nvlt"],
];

/** These names need no semicolon. The longest one has six letters. */
const WITHOUT_SEMICOLON = `
AElig Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml Iacute Icirc Igrave Iuml
Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml REG THORN Uacute Ucirc Ugrave Uuml Yacute aacute acirc acute aelig
agrave aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute ecirc egrave eth euml frac12
frac14 frac34 iacute icirc iexcl igrave iquest iuml laquo macr micro middot not ntilde oacute ocirc ograve ordf
ordm oslash otilde ouml para plusmn pound raquo reg sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc
ugrave uml uuml yacute yen yuml
AMP GT LT QUOT amp gt lt nbsp quot`;
const LONGEST_WITHOUT_SEMICOLON = 6;

/** The letter that replaces every character without a meaning here, because this code does not distinguish letters. */
const STAND_IN = "\u00e9";
const REPLACEMENT = "\uFFFD";

interface Entities {
  readonly texts: ReadonlyMap<string, string>;
  readonly withoutSemicolon: ReadonlySet<string>;
}

let known: Entities | undefined;

/** The table is built on first use, because most templates need none. */
function entities(): Entities {
  known ??= {
    texts: new Map([
      ...ENTITY_NAMES.trim()
        .split(/\s+/)
        .map((name): [string, string] => [name, STAND_IN]),
      ...MEANINGFUL.flatMap(([text, names]) => names.split(" ").map((name): [string, string] => [name, text])),
    ]),
    withoutSemicolon: new Set(WITHOUT_SEMICOLON.trim().split(/\s+/)),
  };
  return known;
}

const REFERENCE = /&(?:#[xX]([0-9a-fA-F]+);?|#([0-9]+);?|([A-Za-z0-9]+)(;?))/g;

/**
 * Decodes the references in an attribute's value. `\u00e9` replaces every character that is neither ASCII nor white
 * space, since the meaning of a script, a style or a URL does not depend on which one it is.
 */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string, semicolon?: string) => {
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    if (decimal !== undefined) return character(Number.parseInt(decimal, 10));
    return named(whole, name ?? "", semicolon !== "");
  });
}

function character(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return STAND_IN;
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : REPLACEMENT;
}

function named(whole: string, name: string, hasSemicolon: boolean): string {
  const { texts, withoutSemicolon } = entities();
  const text = texts.get(name);
  if (text !== undefined && (hasSemicolon || withoutSemicolon.has(name))) return text;
  for (let length = Math.min(LONGEST_WITHOUT_SEMICOLON, name.length); length > 1; length--) {
    const start = name.slice(0, length);
    if (withoutSemicolon.has(start)) return (texts.get(start) ?? STAND_IN) + whole.slice(length + 1);
  }
  return whole;
}
