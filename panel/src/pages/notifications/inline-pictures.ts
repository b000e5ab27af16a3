/** Maps the content id by which the HTML names a picture to a `data:` address. */
export type Pictures = ReadonlyMap<string, string>;

/** Matches a `cid:` address of RFC 2392 in HTML or CSS. */
const REFERENCE = /(["'=(]\s*)cid:([^"'\s)>]+)/gi;

const idOf = (reference: string): string => {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
};

/** A browser finds out by itself what kind of picture a file without a type is. */
const SHOWN = /^(?:image\/[a-z0-9.+-]{1,64}|application\/octet-stream)$/;
const BASE64 = /^[A-Za-z0-9+/]*=*$/;

/**
 * Makes the address safe in an attribute, in CSS and without quotation marks. The sender wrote the type, so only a plain picture type or
 * the general one is accepted, without parameters. The result is undefined for every other address.
 */
function safeAddress(address: string): string | undefined {
  const comma = address.lastIndexOf(",");
  const [scheme, content] = [address.slice(0, 5), address.slice(comma + 1)];
  if (scheme !== "data:" || comma < scheme.length || !BASE64.test(content)) return undefined;
  if (content === "") return "data:,";
  const type = address.slice(scheme.length, comma).split(";")[0]?.trim().toLowerCase() ?? "";
  return SHOWN.test(type) ? `data:${type};base64,${content}` : undefined;
}

/** A larger picture is not shown in the mail, but can be downloaded. */
export const MAX_PICTURE_BYTES = 2_000_000;
/**
 * The most characters of pictures that are put into the HTML. The limit counts what is put in and not the pictures, because a mail may
 * name one picture thousands of times.
 */
const MOST_PLACED = 20_000_000;

/** Puts the pictures of the mail into its HTML; unknown ones and those beyond the limit are left out. */
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
