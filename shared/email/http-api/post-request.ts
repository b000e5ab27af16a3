import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls, type Agent as TlsAgent } from "node:https";
import type { VettedAddress } from "../../kernel/network/address-guard.ts";
import { pinnedLookup } from "../../kernel/network/pinned-lookup.ts";
import { MAX_PROVIDER_MESSAGE_BYTES } from "../../kernel/network/provider-message.ts";
import type { ProviderRequest } from "./provider-request.ts";

export interface ProviderAnswer {
  readonly status: number;
  /** The beginning of an error's body; of a success nothing is read. */
  readonly text: string;
}

export interface PostOptions {
  readonly addresses: readonly VettedAddress[];
  /** Knows whom to trust; keeps no connection, since each goes to addresses vetted for it alone. */
  readonly tlsAgent: TlsAgent;
  readonly signal: AbortSignal;
  /** Called with the status as soon as it is there, for an attempt whose time ends while the body trickles in. */
  readonly onStatus?: (status: number) => void;
}

/** More than is shown, so that a credential across the cut is still whole when it is hidden. */
const MAX_READ_BYTES = 4 * MAX_PROVIDER_MESSAGE_BYTES;

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk), "utf8");
    chunks.push(bytes);
    size += bytes.length;
    if (size >= MAX_READ_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_READ_BYTES).toString("utf8");
}

function start({ url, headers }: ProviderRequest, { addresses, tlsAgent, signal }: PostOptions): ClientRequest {
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

/** One POST; redirects are answers like any other. Throws what the socket, TLS or HTTP parser throws. */
export function postRequest(request: ProviderRequest, options: PostOptions): Promise<ProviderAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = start(request, options);
    outgoing.once("error", reject);
    outgoing.once("response", (answer: IncomingMessage) => {
      const status = answer.statusCode ?? 0;
      options.onStatus?.(status);
      const isSuccess = status >= 200 && status < 300;
      const text = isSuccess ? Promise.resolve("") : beginningOf(answer).catch(() => "");
      text
        .then((beginning) => resolve({ status, text: beginning }))
        .catch(reject)
        .finally(() => outgoing.destroy());
    });
    outgoing.end(request.body);
  });
}
