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

/** A browser finds out by itself what a file of no type is. */
const SHOWN = /^(?:image\/[a-z0-9.+-]{1,64}|application\/octet-stream)$/;
const BASE64 = /^[A-Za-z0-9+/]*=*$/;

/**
 * The address as it may stand in an attribute, in CSS, and without quotation marks. The type that came with a file is whatever its sender
 * wrote: only a plain one of a picture, or of any file, is taken over, and none of its parameters. Undefined for any other address.
 */
function safeAddress(address: string): string | undefined {
  const comma = address.lastIndexOf(",");
  const [scheme, content] = [address.slice(0, 5), address.slice(comma + 1)];
  if (scheme !== "data:" || comma < scheme.length || !BASE64.test(content)) return undefined;
  if (content === "") return "data:,";
  const type = address.slice(scheme.length, comma).split(";")[0]?.trim().toLowerCase() ?? "";
  return SHOWN.test(type) ? `data:${type};base64,${content}` : undefined;
}

/** In characters: a mail may name one picture thousands of times. */
const MOST_PLACED = 20_000_000;

/** The HTML with the pictures that came with the mail in their places; what is not known, or too much, stays as it is. */
export function withPictures(html: string, pictures: Pictures): string {
  let left = MOST_PLACED;
  const safe = new Map([...pictures].map(([id, address]) => [id, safeAddress(address)]));
  return html.replace(REFERENCE, (whole, before: string, reference: string) => {
    const picture = safe.get(idOf(reference));
    if (picture === undefined || picture.length > left) return whole;
    left -= picture.length;
    return before + picture;
  });
}
