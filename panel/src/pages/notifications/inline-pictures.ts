/** By the id that the HTML names them by: a `data:` address each. */
export type Pictures = ReadonlyMap<string, string>;

/** RFC 2392, where an address stands in HTML or CSS. */
const REFERENCE = /(?<=["'=(]\s*)cid:([^"'\s)>]+)/gi;

const idOf = (reference: string): string => {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
};

/** The HTML with the pictures that came with the mail in their places; what is not known stays as it is. */
export const withPictures = (html: string, pictures: Pictures): string =>
  html.replace(REFERENCE, (whole, reference: string) => pictures.get(idOf(reference)) ?? whole);
