import type { ReactNode } from "react";
import { type Piece, piecesOf } from "../explain/marks.ts";

const ELEMENTS = { bold: "strong", italic: "em", strike: "s" } as const;

type Show = (text: string) => ReactNode;
const asItIs: Show = (text) => text;

interface MarkedTextProps {
  readonly text: string;
  /** Renders each stretch of the text; it can put values in the place of variables. */
  readonly show?: Show;
}

/** Shows a chat text with its formatting marks applied. */
export const MarkedText = ({ text, show = asItIs }: MarkedTextProps) => <Pieces of={piecesOf(text)} show={show} />;

const Pieces = ({ of, show }: { readonly of: readonly Piece[]; readonly show: Show }) =>
  of.map((piece) => <One key={piece.at} piece={piece} show={show} />);

function One({ piece, show }: { readonly piece: Piece; readonly show: Show }) {
  if (!("pieces" in piece)) {
    const shown = show(piece.text);
    return piece.kind === "mono" ? <code className="mono">{shown}</code> : shown;
  }
  const Element = ELEMENTS[piece.kind];
  return (
    <Element>
      <Pieces of={piece.pieces} show={show} />
    </Element>
  );
}
