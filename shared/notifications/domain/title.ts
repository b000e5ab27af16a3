/** A title is cut at this many UTF-16 units, because the stored state has to stay below one write unit. */
export const MAX_TITLE_CHARACTERS = 80;
const CUT = "\u2026";

/**
 * Makes one line by which a person recognises a notification; undefined when nothing is left. Reads only the beginning of a long
 * text.
 */
export function oneLine(text: string | undefined): string | undefined {
  const line = (text ?? "")
    .slice(0, 10 * MAX_TITLE_CHARACTERS)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= MAX_TITLE_CHARACTERS) return line.toWellFormed() || undefined;
  const cut = line.slice(0, MAX_TITLE_CHARACTERS - CUT.length);
  // Half of a surrogate pair is no character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}${CUT}`.toWellFormed();
}
