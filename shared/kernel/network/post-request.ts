import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls, type Agent as TlsAgent } from "node:https";
import type { VettedAddress } from "./address-guard.ts";
import { pinnedLookup } from "./pinned-lookup.ts";

export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  /** The beginning of the body, up to the length that was asked for. */
  readonly text: string;
}

export interface PostOptions {
  readonly addresses: readonly VettedAddress[];
  /**
   * The agent holds the trusted authorities. It keeps no connections, since each request goes to addresses that were
   * vetted for it alone.
   */
  readonly tlsAgent: TlsAgent;
  readonly signal: AbortSignal;
  /** Returns how many bytes of the body to read for a status; the rest is dropped. */
  readonly bytesRead: (status: number) => number;
  /** The milliseconds to wait at most for the body after the status. */
  readonly maxBodyMs?: number | undefined;
  /**
   * Called with the status as soon as it arrives. The time of an attempt may end while the body is still arriving.
   */
  readonly onStatus?: (status: number) => void;
}

/** The status is what matters, so a slow body must not hold up the caller. */
const MAX_BODY_MS = 3_000;

async function beginningOf(answer: IncomingMessage, maxBytes: number, maxMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => answer.destroy(), maxMs);
  try {
    for await (const chunk of answer) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk), "utf8");
      chunks.push(bytes);
      size += bytes.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // If the body breaks off, the part that has arrived is used.
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

function start({ url, headers }: OutgoingRequest, { addresses, tlsAgent, signal }: PostOptions): ClientRequest {
  const options = {
    method: "POST",
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    signal,
  };
  return url.protocol === "https:"
    ? requestTls({ ...options, agent: tlsAgent })
    : requestPlain({ ...options, agent: false });
}

/**
 * Sends one POST. A redirect is an answer like any other. Throws the errors of the socket, of TLS and of the HTTP
 * parser.
 */
export function postRequest(request: OutgoingRequest, options: PostOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = start(request, options);
    outgoing.once("error", reject);
    outgoing.once("response", (answer: IncomingMessage) => {
      const status = answer.statusCode ?? 0;
      options.onStatus?.(status);
      const maxBytes = options.bytesRead(status);
      const text =
        maxBytes === 0 ? Promise.resolve("") : beginningOf(answer, maxBytes, options.maxBodyMs ?? MAX_BODY_MS);
      text
        .then((beginning) => resolve({ status, text: beginning }))
        .catch(reject)
        .finally(() => outgoing.destroy());
    });
    outgoing.end(request.body);
  });
}
