/** Embeddings, overrides and isolates: they would turn round what stands beside the text. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/gu;
/** Neither a space, a control, a mark without a letter, nor a sign that is drawn as nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A text that somebody else wrote, to stand among ours; empty when there would be nothing to see. */
export const shownText = (text: string | undefined): string =>
  text !== undefined && VISIBLE.test(text) ? text.replace(DIRECTIONS, "").trim() : "";
