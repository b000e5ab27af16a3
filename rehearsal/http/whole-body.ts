import type { IncomingMessage } from "node:http";

/** Says that a body is larger than allowed. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

/** Reads the body of a request or an answer. Throws a `TooLargeError` if it has more than `max` bytes. */
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
