import { TopicServiceUnavailableError } from "../ports.ts";

/** Certificate and confirmation have a few kilobytes; the topic service itself waits 15 s for our answer. */
const MAX_BYTES = 16_384;
const TIMEOUT_MS = 5000;

export interface BoundedAnswer {
  readonly status: number;
  readonly text: string;
}
export type BoundedGet = (url: string) => Promise<BoundedAnswer>;

/** Makes one GET without redirects, reads at most 16 KiB, and ends after 5 s, however slowly the answer comes. */
export const boundedGet =
  (timeoutMs = TIMEOUT_MS): BoundedGet =>
  async (url) => {
    try {
      const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
      return { status: response.status, text: await beginningOf(response) };
    } catch (cause) {
      throw new TopicServiceUnavailableError("the topic service does not answer", { cause });
    }
  };

/** Returns the body, or an empty text if it is longer than `MAX_BYTES`. */
async function beginningOf({ body }: Response): Promise<string> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const bytes: unknown = part.value;
    if (!(bytes instanceof Uint8Array)) continue;
    chunks.push(bytes);
    size += bytes.length;
    if (size <= MAX_BYTES) continue;
    await reader.cancel();
    return "";
  }
  return Buffer.concat(chunks).toString("utf8");
}
