import type { EmailContent } from "./email-content.ts";
import { htmlToText } from "./html-to-text.ts";

/** A message has at most this many bytes as it is sent, encoded (D43). */
export const MAX_MESSAGE_BYTES = 26_214_400;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Base64 writes four characters for three bytes, and a line break after 76 (RFC 2045 section 6.8). */
export function base64Size(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + 2 * Math.max(0, Math.ceil(characters / 76) - 1);
}

const NEWLINE = 10;
const SPACE = 32;
const TILDE = 126;
const EQUALS = 61;

/** Returns an upper bound for quoted-printable (RFC 2045 section 6.7): it counts a soft break for each 70 characters. */
function quotedPrintableSize(bytes: Uint8Array): number {
  let size = 0;
  for (const byte of bytes) {
    if (byte === NEWLINE) size += 2;
    else size += byte > SPACE - 1 && byte <= TILDE && byte !== EQUALS ? 1 : 3;
  }
  // A space before a line break is escaped, which takes two more characters. Each line break counts as if it had such a space.
  const breaks = bytes.reduce((count, byte) => count + Number(byte === NEWLINE), 0);
  return size + 2 * (breaks + 1) + 3 * Math.ceil(size / 70);
}

/** Returns an upper bound for an encoded body: quoted-printable if most bytes are Latin letters, or else the larger of both encodings. */
function bodySize(text: string): number {
  const bytes = bytesOf(text);
  let others = 0;
  let latin = 0;
  for (const byte of bytes) {
    if (byte > TILDE || byte < SPACE) others += 1;
    else if (/[a-z]/i.test(String.fromCharCode(byte))) latin += 1;
  }
  const quoted = quotedPrintableSize(bytes);
  return latin > others ? quoted : Math.max(quoted, base64Size(bytes.length + 2));
}

/** Returns an upper bound for a text in encoded words: every byte may be escaped, and 20 of each 75 characters may be frame and fold. */
const encodedSize = (text: string): number => 5 * bytesOf(text).length + 100;
const sum = (sizes: readonly number[]): number => sizes.reduce((all, one) => all + one, 0);

/** The headers that every mail has, and the boundaries between its texts, take at most this many bytes. */
const FRAME = 4000;
/** The headers and the boundary of a file take at most this many bytes, besides its name, type and content id. */
const FILE_FRAME = 500;

/** Returns an upper bound, in bytes, for the message of a content and sender. Without files, it is rarely more than twice the real size. */
export function messageSizeBound(content: EmailContent, senderName: string): number {
  const { recipient, cc, replyTo = [], subject, headers = {}, bodyType, body, text, attachments = [] } = content;
  const addresses = [recipient, ...cc, ...replyTo].map((address) => 2 * bytesOf(address).length + 100);
  const set = Object.entries(headers).map(([name, value]) => name.length + encodedSize(value));
  const plain = bodyType === "html" ? [text || htmlToText(body) || subject] : [];
  const files = attachments.map(
    ({ filename, contentType = "", contentId = "", sizeBytes }) =>
      FILE_FRAME + 2 * encodedSize(filename) + 2 * (contentType.length + contentId.length) + base64Size(sizeBytes),
  );
  return (
    FRAME +
    encodedSize(senderName) +
    encodedSize(subject) +
    sum([...addresses, ...set, ...files]) +
    sum([body, ...plain].map(bodySize))
  );
}
