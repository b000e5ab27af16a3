/** By the id that the HTML names them by: a `data:` address each. */
export type Pictures = ReadonlyMap<string, string>;

/** RFC 2392, where an address stands in HTML or CSS. */
const REFERENCE = /(["'=(]\s*)cid:([^"'\s)>]+)/gi;

const idOf = (reference: string): string => {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
};

/** In characters: a mail may name one picture thousands of times. */
const MOST_PLACED = 20_000_000;

/** The HTML with the pictures that came with the mail in their places; what is not known, or too much, stays as it is. */
export function withPictures(html: string, pictures: Pictures): string {
  let left = MOST_PLACED;
  return html.replace(REFERENCE, (whole, before: string, reference: string) => {
    const picture = pictures.get(idOf(reference));
    if (picture === undefined || picture.length > left) return whole;
    left -= picture.length;
    return before + picture;
  });
}
