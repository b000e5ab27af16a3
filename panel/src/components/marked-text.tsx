import type { ReactNode } from "react";
import { type Piece, piecesOf } from "../explain/marks.ts";

const ELEMENTS = { bold: "strong", italic: "em", strike: "s" } as const;

type Show = (text: string) => ReactNode;
const asItIs: Show = (text) => text;

interface MarkedTextProps {
  readonly text: string;
  /** Stands in the place of a stretch of it: values where variables are. */
  readonly show?: Show;
}

/** A chat text with its marks shown. */
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
