import PostalMime, { type Header } from "postal-mime";
import { messageHeader } from "./message-header.ts";
import type { StoredMessage } from "./message-store.ts";

/** One entry of `GET /api/messages` (M-mails). */
export function messageSummaryView(message: StoredMessage) {
  const { messageId, subject, from } = messageHeader(message.raw);
  return {
    id: String(message.seq),
    received_at: message.received_at,
    mail_from: message.mail_from,
    rcpt_to: message.rcpt_to,
    message_id: messageId,
    subject,
    from,
    size: message.size,
  };
}

/**
 * `GET /api/messages/{id}`: the summary with `headers` (lower-case name -> value, unfolded; a list of values where a name is repeated),
 * `text` and `html`, which are decoded and empty when the message has none.
 */
export async function messageView(message: StoredMessage) {
  const { headers, text, html } = await parsedMessage(message.raw);
  return { ...messageSummaryView(message), headers: headersByName(headers), text, html };
}

export async function messageHtml(message: StoredMessage): Promise<string> {
  return (await parsedMessage(message.raw)).html;
}

async function parsedMessage(raw: Uint8Array) {
  try {
    const { headers, text = "", html = "" } = await PostalMime.parse(raw);
    return { headers, text, html };
  } catch {
    // The parser gives up on absurd nesting and on oversized headers; the raw message is still there to be read.
    return { headers: [], text: "", html: "" };
  }
}

function headersByName(headers: Header[]): Record<string, string | string[]> {
  const byName = new Map<string, string[]>();
  for (const { key, value } of headers) byName.set(key, [...(byName.get(key) ?? []), value]);
  // Own properties whatever the names are: `__proto__` is a legal field name.
  return Object.fromEntries([...byName].map(([key, values]) => [key, singleOrList(values)]));
}

function singleOrList(values: string[]): string | string[] {
  const [only] = values;
  return only !== undefined && values.length === 1 ? only : values;
}
