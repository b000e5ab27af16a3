/**
 * It tells whether a program printed what a page shows. White space does not count, and `…` stands for anything: the rest of a word right behind
 * it, whole words if it stands apart.
 */
export function hasShown(printed: string, shown: string): boolean {
  return new RegExp(piecesOf(shown).map(patternOf).join("[^]*?")).test(printed);
}

/** It tells whether anything but `…` is shown: otherwise any output would do. */
export const showsSomething = (shown: string): boolean => piecesOf(shown).some((piece) => piece.trim() !== "");

/** In JSON `"…": "…"` stands for fields that are left out, and `"…"` for any value. */
const piecesOf = (shown: string): readonly string[] =>
  shown
    .replaceAll(/,?\s*(?:"…":\s*"…"|\{\s*"…":\s*"…"\s*\}),?/g, "…")
    .replaceAll('"…"', "…")
    .split("…");

/** A piece that ends where the shown text ends, or before a space, ends a word or a number. */
function patternOf(piece: string, i: number, pieces: readonly string[]): string {
  const characters = piece.replace(/\s+/g, "").split("");
  const pattern = characters.map((one) => one.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&")).join("\\s*");
  const isEnd = i === pieces.length - 1 ? /\w\s*$/.test(piece) : /\w\s+$/.test(piece);
  return isEnd ? `${pattern}(?!\\w)` : pattern;
}
