import { decodeWords } from "postal-mime";

/** The line of a list for a message, from its header alone: the body is not read. */
export interface MessageHeader {
  /** As it was sent, angle brackets included; empty when there is none. */
  messageId: string;
  subject: string;
  from: string;
}

/** Enough of a message to hold its header in all but freak cases. */
export const HEADER_BYTES = 65_536;

const HEADER_END = /\r?\n\r?\n/;
const FOLD = /\r?\n(?=[ \t])/g;

/** The first field of each name, unfolded, encoded words decoded. Accepts any bytes. */
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
