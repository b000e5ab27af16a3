/** Matches an escape that may be half of a surrogate pair. A text without such an escape needs no further check. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

/**
 * Tells whether no string in a parsed JSON text, names included, holds half of a surrogate pair. JSON can express one
 * (RFC 8259 section 8.2) but UTF-8 cannot, so such a string could not be stored or sent unchanged.
 */
export function isWellFormedJson(text: string, value: unknown): boolean {
  if (!SURROGATE_ESCAPE.test(text)) return true;
  // The values still to check are kept in a list, because recursion into a deeply nested body would exhaust the stack.
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string" && !next.isWellFormed()) return false;
    if (typeof next !== "object" || next === null) continue;
    for (const [name, inner] of Object.entries(next)) open.push(name, inner);
  }
  return true;
}
