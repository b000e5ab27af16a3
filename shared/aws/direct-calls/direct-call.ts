import { Readable } from "node:stream";
import type { ServiceInputTypes, ServiceOutputTypes } from "@aws-sdk/lib-dynamodb";
import type { HttpHandlerOptions, HttpRequest, HttpResponse } from "@smithy/types";
import { decode, encode, isJsonObject, type JsonObject, TARGET, throwAnswer } from "./dynamo-format.ts";
import { type Credentials, type SigningScope, signedHeaders } from "./request-signature.ts";

/** The parts of an AWS SDK client that a direct call uses: its credentials, its sockets and timeouts. */
interface ClientParts {
  credentials(): Promise<Credentials>;
  /** The number of milliseconds by which the service's clock is ahead of ours, as the SDK has learnt it. */
  readonly systemClockOffset: number;
  readonly requestHandler: {
    handle(request: HttpRequest, options?: HttpHandlerOptions): Promise<{ response: HttpResponse }>;
  };
}

export interface Address extends Pick<HttpRequest, "protocol" | "hostname" | "port" | "path"> {
  readonly scope: SigningScope;
}

interface Call {
  readonly address: Address;
  readonly operation: string;
  readonly input: ServiceInputTypes;
}

/**
 * Sends one call without the SDK's chain of steps. Returns undefined when the SDK should make the call instead, and
 * throws what the SDK would throw for an error that is a proper answer, such as a failed condition.
 */
export async function directAnswer(
  parts: ClientParts,
  { address, operation, input }: Call,
  bodyTimeoutMs: number,
): Promise<ServiceOutputTypes | undefined> {
  const message = { address, target: `${TARGET}.${operation}`, body: JSON.stringify(encode(input)) };
  const exchanged = await roundTrip(parts, message, bodyTimeoutMs).catch(() => undefined);
  if (exchanged === undefined) return undefined;
  const { isSuccess, answer } = exchanged;
  if (isSuccess) return decoded(answer);
  throwAnswer(answer);
  return undefined;
}

/** Returns undefined for a body that cannot be read, so that the SDK makes the call again. */
function decoded(answer: JsonObject): ServiceOutputTypes | undefined {
  try {
    return decode(answer);
  } catch {
    return undefined;
  }
}

interface Message {
  readonly address: Address;
  readonly target: string;
  readonly body: string;
}

async function roundTrip(parts: ClientParts, message: Message, bodyTimeoutMs: number) {
  const now = new Date(Date.now() + parts.systemClockOffset);
  const request = requestOf(message, await parts.credentials(), now);
  const { response } = await parts.requestHandler.handle(request);
  const answer: unknown = JSON.parse(await textOf(response.body, bodyTimeoutMs));
  if (!isJsonObject(answer)) throw new Error("the answer is not an object");
  return { isSuccess: response.statusCode === 200, answer };
}

const isRequest = (request: unknown): request is HttpRequest =>
  typeof request === "object" && request !== null && "hostname" in request && "protocol" in request;

/**
 * Finds the region and the service that the SDK has signed a request for. A request with another kind of signature does
 * not match and is left to the SDK.
 */
const SCOPE = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request,/;

/** Reads the address and the scope from a request that the SDK has signed. */
export function addressOf(request: unknown): Address | undefined {
  if (!isRequest(request)) return undefined;
  const { protocol, hostname, port, path, headers } = request;
  const [, region, service] = SCOPE.exec(headers.authorization ?? "") ?? [];
  if (region === undefined || service === undefined || path !== "/") return undefined;
  return { protocol, hostname, path, ...(port !== undefined && { port }), scope: { region, service } };
}

function requestOf({ address, target, body }: Message, credentials: Credentials, now: Date): HttpRequest {
  const { scope, ...where } = address;
  const headers = {
    host: address.port === undefined ? address.hostname : `${address.hostname}:${address.port}`,
    "content-type": "application/x-amz-json-1.0",
    "content-length": String(Buffer.byteLength(body)),
    "x-amz-target": target,
  };
  return { ...where, method: "POST", headers: signedHeaders({ headers, body }, { credentials, scope, now }), body };
}

function textOf(body: unknown, timeoutMs: number): Promise<string> {
  if (!(body instanceof Readable)) throw new Error("the answer has no body that can be read");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let isWhole = false;
    const timer = setTimeout(() => body.destroy(new Error("the answer did not end in time")), timeoutMs);
    body.on("data", (chunk: Buffer) => chunks.push(chunk));
    body.on("end", () => {
      isWhole = true;
      resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? "");
    });
    body.on("error", reject);
    // `close` is always the last event, after `end` as well as after an error.
    body.on("close", () => {
      clearTimeout(timer);
      if (!isWhole) reject(new Error("the answer broke off"));
    });
  });
}
