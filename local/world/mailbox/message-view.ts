import PostalMime, { type Attachment, type Header } from "postal-mime";
import { messageHeader } from "./message-header.ts";
import type { StoredMessage } from "./message-store.ts";

/** An entry of `GET /api/messages` (M-mails). */
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
 * The answer of `GET /api/messages/{id}`. It adds `headers` to the summary (unfolded, by lower-case name, with a list
 * of values where a name is repeated), decoded `text` and `html`, which may be empty, and `attachments`, whose contents
 * are at `/api/messages/{id}/attachments/{n}`, counted from 0.
 */
export async function messageView(message: StoredMessage) {
  const { headers, text, html, files } = await parsedMessage(message.raw);
  const attachments = files.map(({ filename, contentType, contentId, isInline, bytes }) => ({
    filename,
    content_type: contentType,
    size: bytes.length,
    inline: isInline,
    ...(contentId !== undefined && { content_id: contentId }),
  }));
  return { ...messageSummaryView(message), headers: headersByName(headers), text, html, attachments };
}

/** Returns the HTML with the pictures that it references by content id embedded. Nothing else is loaded for it. */
export async function messageHtml(message: StoredMessage): Promise<string> {
  const { html, files } = await parsedMessage(message.raw);
  const pictures = new Map(files.flatMap((file) => (isPicture(file) ? [[file.contentId, file] as const] : [])));
  return html.replaceAll(/(?<=["'(=]\s*)cid:([^"'()<>\s]+)/gi, (reference, id: string) => {
    const picture = pictures.get(id) ?? pictures.get(unescaped(id));
    return picture ? `data:${picture.contentType};base64,${picture.bytes.toString("base64")}` : reference;
  });
}

/** Returns the file at `index`, counted from 0, or undefined if the message has fewer files. */
export async function messageFile(message: StoredMessage, index: number): Promise<MessageFile | undefined> {
  return (await parsedMessage(message.raw)).files[index];
}

export interface MessageFile {
  readonly filename: string;
  /** The media type of the file, without parameters. */
  readonly contentType: string;
  readonly contentId: string | undefined;
  readonly isInline: boolean;
  readonly bytes: Buffer;
}

const isPicture = ({ contentType, contentId }: MessageFile): boolean =>
  contentId !== undefined && /^image\/[a-z0-9.+-]+$/i.test(contentType);

function unescaped(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function messageFileOf(
  { filename, mimeType, contentId, disposition, content }: Attachment,
  index: number,
): MessageFile {
  return {
    filename: filename || `attachment-${index + 1}`,
    contentType: mimeType,
    contentId: contentId?.replace(/^<|>$/g, ""),
    isInline: disposition === "inline",
    bytes: typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  };
}

async function parsedMessage(raw: Uint8Array) {
  try {
    const {
      headers,
      text = "",
      html = "",
      attachments,
    } = await PostalMime.parse(raw, { forceRfc822Attachments: true });
    return { headers, text, html, files: attachments.map(messageFileOf) };
  } catch {
    // The parser gives up on extreme nesting and oversized headers. The raw message can still be read.
    return { headers: [], text: "", html: "", files: [] };
  }
}

function headersByName(headers: Header[]): Record<string, string | string[]> {
  const byName = new Map<string, string[]>();
  for (const { key, value } of headers) byName.set(key, [...(byName.get(key) ?? []), value]);
  // `__proto__` is a valid field name, and `fromEntries` makes it an own property like any other.
  return Object.fromEntries([...byName].map(([key, values]) => [key, singleOrList(values)]));
}

function singleOrList(values: string[]): string | string[] {
  const [only] = values;
  return only !== undefined && values.length === 1 ? only : values;
}
