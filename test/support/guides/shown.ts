/** Whether a program printed what a page shows of it. White space does not count, and `…` is whatever may stand there. */
export function hasShown(printed: string, shown: string): boolean {
  const text = squeezed(printed);
  let at = 0;
  return piecesOf(shown).every((piece) => {
    const found = text.indexOf(piece, at);
    at = found + piece.length;
    return found !== -1;
  });
}

const squeezed = (text: string): string => text.replace(/\s+/g, "");

/** In JSON `"…": "…"` are the fields left out, and `"…"` is any value. */
const piecesOf = (shown: string): readonly string[] =>
  squeezed(shown)
    .replaceAll(/,?(?:"…":"…"|\{"…":"…"\}),?/g, "…")
    .replaceAll('"…"', "…")
    .split("…");
