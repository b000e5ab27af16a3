/** Of headers that a sender gives to a mail (D43). */
export const MAX_HEADERS = 20;
/** Name and value together, in UTF-8, before folding and encoding. */
export const MAX_HEADER_BYTES = 998;

/** The names of RFC 5322 section 3.6.8: printable ASCII but the colon. */
const ALLOWED = /^(?:x-[!-9;-~]+|list-[!-9;-~]+|in-reply-to|references|auto-submitted|precedence|importance)$/i;
/** A subscription's own affair (D45a). */
const RESERVED = /^list-unsubscribe(?:-post)?$/i;

export const isSettableHeader = (name: string): boolean => ALLOWED.test(name) && !RESERVED.test(name);

/** The same in words. */
export const SETTABLE_HEADERS =
  "X-*, List-* (but List-Unsubscribe and List-Unsubscribe-Post), In-Reply-To, References, Auto-Submitted, Precedence and Importance";

/** Why a header cannot be set, in words that follow its name. */
export function headerProblem(name: string, value: string): string | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) return "must not contain line breaks or control characters";
  if (value.trim() === "") return "must not be empty";
  if (new TextEncoder().encode(name + value).length > MAX_HEADER_BYTES)
    return `must have at most ${MAX_HEADER_BYTES} bytes, name and value together`;
  return undefined;
}
