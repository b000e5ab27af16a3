/** An escape that may hide half a character in JSON; any other text need not be looked through. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

/**
 * Whether no string in a parsed JSON text, names included, holds half of a surrogate pair. JSON can spell one (RFC 8259 section 8.2),
 * but no UTF-8 can: such a string could be stored or sent nowhere as it is.
 */
export function isWellFormedJson(text: string, value: unknown): boolean {
  if (!SURROGATE_ESCAPE.test(text)) return true;
  // A list of what is still to be looked at: a nested body must not use up the stack.
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string" && !next.isWellFormed()) return false;
    if (typeof next !== "object" || next === null) continue;
    for (const [name, inner] of Object.entries(next)) open.push(name, inner);
  }
  return true;
}
