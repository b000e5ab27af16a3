/** A piece of a chat text is plain, or has pieces between two marks. */
export type Piece =
  | { readonly kind: "words" | "mono"; readonly at: number; readonly text: string }
  | { readonly kind: "bold" | "italic" | "strike"; readonly at: number; readonly pieces: readonly Piece[] };

const KINDS = { "*": "bold", _: "italic", "~": "strike" } as const;

/** As on the chat platform, a mark stands at the edge of a word, closes in its line, and has no space inside its edges. */
const MARKED = /```([^`]+)```|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}])/gu;
/** Marks below this depth are shown as plain text. */
const MAX_DEPTH = 3;

/** Reads `*bold*`, `_italic_`, `~strike~` and three backquotes as a telephone shows them. */
export function piecesOf(text: string, depth = 0): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of depth < MAX_DEPTH ? text.matchAll(MARKED) : []) {
    pieces.push(...plainOf(text, at, match.index), pieceOf(match, depth));
    at = match.index + match[0].length;
  }
  return [...pieces, ...plainOf(text, at, text.length)];
}

const plainOf = (text: string, at: number, end: number): readonly Piece[] =>
  end > at ? [{ kind: "words", at, text: text.slice(at, end) }] : [];

function pieceOf({ 0: whole, 1: mono, 2: mark, 3: inside = "", index: at }: RegExpExecArray, depth: number): Piece {
  if (mark === "*" || mark === "_" || mark === "~")
    return { kind: KINDS[mark], at, pieces: piecesOf(inside, depth + 1) };
  return { kind: "mono", at, text: mono ?? whole };
}
