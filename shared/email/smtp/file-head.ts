import type { EmailAttachment } from "../domain/attachment.ts";
import { encoded } from "./header-text.ts";
import { mediaTypeOf } from "./media-type.ts";

const NEXT_LINE = "\r\n ";
/** The most characters of a value on a line, so that the line with the parameter's name has at most 76 (RFC 5322 section 2.1.1). */
const MAX_VALUE = 54;

/** True for a value that can stand in quotes as it is: no quotes, escapes or encoded words, and no space beside another. */
const isPlain = (text: string): boolean =>
  text.length <= MAX_VALUE && /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/.test(text) && !text.includes("=?");

/** Writes a parameter in numbered parts, as UTF-8 with escapes like `%C3`; no escape is cut (RFC 2231 sections 3 and 4). */
function continued(name: string, value: string): string {
  const escaped = [...new TextEncoder().encode(value)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  const lines: string[] = ["utf-8''"];
  for (const piece of escaped) {
    const last = lines.length - 1;
    if ((lines[last] ?? "").length + piece.length <= MAX_VALUE) lines[last] += piece;
    else lines.push(piece);
  }
  return lines.map((line, index) => `;${NEXT_LINE}${name}*${index}*=${line}`).join("");
}

const parameter = (name: string, value: string): string =>
  isPlain(value) ? `;${NEXT_LINE}${name}="${value}"` : continued(name, value);

/** Writes the parameter `name`, for mail clients that do not know RFC 2231. Others use `filename` instead. */
const fallback = (value: string): string =>
  `;${NEXT_LINE}name="${isPlain(value) ? value : encoded(value, "B").split(" ").join(NEXT_LINE)}"`;

const isPicture = (type: string): boolean => /^image\//i.test(type);

/** Writes the headers of a file's part with the empty line after them. */
export function fileHead(file: EmailAttachment): string {
  const { filename, contentId } = file;
  const type = mediaTypeOf(file);
  const disposition = contentId !== undefined && isPicture(type) ? "inline" : "attachment";
  const lines = [
    `Content-Type: ${type}${fallback(filename)}`,
    "Content-Transfer-Encoding: base64",
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    `Content-Disposition: ${disposition}${parameter("filename", filename)}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}
