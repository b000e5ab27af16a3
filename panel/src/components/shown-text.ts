/** Embeddings, overrides and isolates would reverse the text that stands beside them. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/gu;
/** Matches a character that can be seen: no space, control, lone mark or sign that is drawn as nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Makes text that somebody else wrote safe to show beside the panel's own text. The result is empty if no character of it is
 * visible.
 */
export const shownText = (text: string | undefined): string =>
  text !== undefined && VISIBLE.test(text) ? text.replace(DIRECTIONS, "").trim() : "";
