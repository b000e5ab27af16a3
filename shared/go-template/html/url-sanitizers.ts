import { toBytes } from "../bytes.ts";
import { replaced } from "../escapers.ts";
import { type Meter, scan } from "../limits.ts";
import { newSink, put } from "../text-sink.ts";
import { characterSet, indexOfAny, isHtmlSpace, skip } from "./character-sets.ts";
import { FAILSAFE } from "./html-sanitizers.ts";

const UNSAFE_URL = `#${FAILSAFE}`;
/** With the flag `u`, JavaScript ignores case as Go does: the long s counts as an s. */
const SAFE_PROTOCOL = /^(?:https?|mailto)$/iu;

/** Tells whether a URL is safe, which excludes `javascript:` and the like. A URL without a protocol is safe. */
function isSafeUrl(text: string): boolean {
  const colon = text.indexOf(":");
  if (colon < 0) return true;
  const protocol = text.slice(0, colon);
  return protocol.includes("/") || SAFE_PROTOCOL.test(protocol);
}

/** Passes the start of a URL when its protocol is http, https or mailto, or when it has none. */
export function filterUrl(meter: Meter, text: string): string {
  scan(meter, text.length);
  return isSafeUrl(text) ? text : UNSAFE_URL;
}

/** Matches at most 256 characters at once, so that their encoded forms stay small. */
const NOT_UNRESERVED = /[^A-Za-z0-9\-._~]{1,256}/gu;
const NOT_IN_URL = /(?:[^A-Za-z0-9\-._~!#$&*+,/:;=?@[\]%]|%(?![0-9A-Fa-f]{2})){1,256}/gu;

/** Encodes a piece of a query or a fragment. */
export function escapeUrl(meter: Meter, text: string): string {
  return replaced(meter, text, NOT_UNRESERVED, percentEncoded);
}

/** Encodes only those characters of a URL that no URL may contain. */
export function normaliseUrl(meter: Meter, text: string): string {
  return replaced(meter, text, NOT_IN_URL, percentEncoded);
}

function percentEncoded(run: string): string {
  return Array.from(toBytes(run), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

const isSize = characterSet("\t\n\f\r 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/**
 * Makes each image of a `srcset` as safe as a URL. An image is optional spaces, its URL, and its size, which consists
 * of letters, digits and spaces.
 */
export function filterSrcset(meter: Meter, text: string): string {
  scan(meter, text.length);
  const sink = newSink(meter);
  text.split(",").forEach((image, i) => {
    if (i > 0) put(sink, ",");
    put(sink, filterImage(meter, image));
  });
  return sink.text;
}

function filterImage(meter: Meter, image: string): string {
  const start = skip({ text: image, from: 0, end: image.length }, isHtmlSpace);
  const end = indexOfAny({ text: image, from: start, end: image.length }, isHtmlSpace);
  const url = image.slice(start, end);
  const isSized = skip({ text: image, from: end, end: image.length }, isSize) === image.length;
  if (!isSized || !isSafeUrl(url)) return UNSAFE_URL;
  return image.slice(0, start) + normaliseUrl(meter, url) + image.slice(end);
}
