import { type Piece, piecesOf } from "../explain/marks.ts";

const ELEMENTS = { bold: "strong", italic: "em", strike: "s" } as const;

/** A chat text with its marks shown. */
export const MarkedText = ({ text }: { readonly text: string }) => <Pieces of={piecesOf(text)} />;

const Pieces = ({ of }: { readonly of: readonly Piece[] }) => of.map((piece) => <One key={piece.at} piece={piece} />);

function One({ piece }: { readonly piece: Piece }) {
  if (!("pieces" in piece)) return piece.kind === "mono" ? <code className="mono">{piece.text}</code> : piece.text;
  const Element = ELEMENTS[piece.kind];
  return (
    <Element>
      <Pieces of={piece.pieces} />
    </Element>
  );
}
