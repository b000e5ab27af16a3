/** The HTML names of U+00A0 to U+00FF, in order. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const NAMED = new Map<string, string>([
  ...LATIN_1.split(" ").map((name, index): [string, string] => [name, String.fromCodePoint(0xa0 + index)]),
  ...[..."&<>\"'…–—‘’“”•€™←→−‹›‚„†‡‰✓"].map((character, index): [string, string] => [
    "amp lt gt quot apos hellip ndash mdash lsquo rsquo ldquo rdquo bull euro trade larr rarr minus lsaquo rsaquo sbquo bdquo dagger Dagger permil check".split(
      " ",
    )[index] ?? "",
    character,
  ]),
  ["ensp", " "],
  ["emsp", " "],
  ["thinsp", " "],
  ["zwnj", ""],
  ["zwj", ""],
]);

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,31}));/g;
const REPLACEMENT = "\ufffd";

function character(codePoint: number): string {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint === 0 || isSurrogate || codePoint > 0x10ffff ? REPLACEMENT : String.fromCodePoint(codePoint);
}

/** Replaces HTML's character references, and leaves an unknown one as it is written. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return character(Number.parseInt(decimal, 10));
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    return NAMED.get(name ?? "") ?? whole;
  });
}
