/** In UTF-16 units: the state that keeps it has to stay below a write unit. */
export const MAX_TITLE_CHARACTERS = 80;
const CUT = "\u2026";

/** One line that a person knows a notification by. Of a long text no more than may be shown is looked at; undefined when nothing is left. */
export function oneLine(text: string | undefined): string | undefined {
  const line = (text ?? "")
    .slice(0, 10 * MAX_TITLE_CHARACTERS)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= MAX_TITLE_CHARACTERS) return line.toWellFormed() || undefined;
  const cut = line.slice(0, MAX_TITLE_CHARACTERS - CUT.length);
  // The first half of a pair alone is no character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}${CUT}`.toWellFormed();
}
