import type { IncomingMessage } from "node:http";

/** The stream went on beyond what is taken. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

/** The bytes of a request or an answer. Throws a `TooLargeError` beyond `max`. */
export async function wholeBody(message: IncomingMessage, max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > max) throw new TooLargeError(`the body has more than ${max} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
