/**
 * Says whether a program printed what a page shows. White space does not count. `…` stands for any text: the rest of a
 * word if it follows one directly, whole words if it stands apart.
 */
export function hasShown(printed: string, shown: string): boolean {
  return new RegExp(piecesOf(shown).map(patternOf).join("[^]*?")).test(printed);
}

/** Says whether anything but `…` is shown, because `…` alone would accept any output. */
export const showsSomething = (shown: string): boolean => piecesOf(shown).some((piece) => piece.trim() !== "");

/** Splits a text at its omissions. In JSON `"…": "…"` stands for fields that are left out, and `"…"` for any value. */
const piecesOf = (shown: string): readonly string[] =>
  shown
    .replaceAll(/,?\s*(?:"…":\s*"…"|\{\s*"…":\s*"…"\s*\}),?/g, "…")
    .replaceAll('"…"', "…")
    .split("…");

/** Makes a pattern of a piece. If a space or the end follows the piece, the printed text must end a word or number there too. */
function patternOf(piece: string, i: number, pieces: readonly string[]): string {
  const characters = piece.replace(/\s+/g, "").split("");
  const pattern = characters.map((one) => one.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&")).join("\\s*");
  const isEnd = i === pieces.length - 1 ? /\w\s*$/.test(piece) : /\w\s+$/.test(piece);
  return isEnd ? `${pattern}(?!\\w)` : pattern;
}
