import { decodeWords } from "postal-mime";

/** The parts of a message that a list shows. They come from its header; the body is not read. */
export interface MessageHeader {
  /** The id as it was sent, including angle brackets, or an empty text. */
  messageId: string;
  subject: string;
  from: string;
}

/** The header of almost any message fits into this many bytes. */
export const HEADER_BYTES = 65_536;

const HEADER_END = /\r?\n\r?\n/;
const FOLD = /\r?\n(?=[ \t])/g;

/** Reads the first field of each name, unfolded and with encoded words decoded. Accepts any bytes. */
export function messageHeader(raw: Uint8Array): MessageHeader {
  const text = new TextDecoder().decode(raw.subarray(0, HEADER_BYTES));
  const [header = ""] = text.split(HEADER_END, 1);
  const fields = new Map<string, string>();
  for (const line of header.replace(FOLD, "").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== "" && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return {
    messageId: fields.get("message-id") ?? "",
    subject: decodeWords(fields.get("subject") ?? ""),
    from: decodeWords(fields.get("from") ?? ""),
  };
}
