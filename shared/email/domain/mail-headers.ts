/** A sender may give a mail this many headers (D43). */
export const MAX_HEADERS = 20;
/** The most bytes of a header's name and value together, in UTF-8, before folding and encoding. */
export const MAX_HEADER_BYTES = 998;

/** The headers that a sender may set. A header's name is printable ASCII without the colon (RFC 5322 section 3.6.8). */
const ALLOWED = /^(?:x-[!-9;-~]+|list-[!-9;-~]+|in-reply-to|references|auto-submitted|precedence|importance)$/i;
/** Headers that a sender may not set, because only subscriptions set them (D45a). */
const RESERVED = /^list-unsubscribe(?:-post)?$/i;

export const isSettableHeader = (name: string): boolean => ALLOWED.test(name) && !RESERVED.test(name);

/** The text by which a refusal lists the headers that may be set. */
export const SETTABLE_HEADERS =
  "X-*, List-* (but List-Unsubscribe and List-Unsubscribe-Post), In-Reply-To, References, Auto-Submitted, Precedence and Importance";

/** Says why a header cannot be set, as a phrase that follows the header's name. */
export function headerProblem(name: string, value: string): string | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) return "must not contain line breaks or control characters";
  if (value.trim() === "") return "must not be empty";
  if (new TextEncoder().encode(name + value).length > MAX_HEADER_BYTES)
    return `must have at most ${MAX_HEADER_BYTES} bytes, name and value together`;
  return undefined;
}
