import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { SignatureV4 } from "@smithy/signature-v4";

/** A request to an AWS service in its wire format, so that no client package is needed for each single call. */
export interface AwsRequest {
  readonly service: string;
  /** A host such as `cloudfront.amazonaws.com`. */
  readonly host: string;
  readonly region: string;
  /** The path including the query. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body is sent with POST; without one the request is a GET, unless a method is named. */
  readonly body?: string;
  readonly method?: "DELETE";
}

export interface AwsAnswer {
  readonly status: number;
  readonly text: string;
}

export type Credentials = () => Promise<{ readonly accessKeyId: string; readonly secretAccessKey: string }>;
export type AwsCall = (request: AwsRequest, signal: AbortSignal) => Promise<AwsAnswer>;

type HashSource = string | ArrayBuffer | ArrayBufferView;

/** Adapts Node's hash to the interface that the signer expects. */
class Sha256 {
  readonly #secret: HashSource | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: HashSource) {
    this.#secret = secret;
    this.#hash = fresh(secret);
  }

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = fresh(this.#secret);
  }
}

const fresh = (secret: HashSource | undefined): Hash | Hmac =>
  secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));

function bytesOf(secret: HashSource): string | Uint8Array {
  if (typeof secret === "string") return secret;
  return secret instanceof ArrayBuffer
    ? new Uint8Array(secret)
    : new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength);
}

/**
 * Calls AWS with the credentials that the AWS command line would use. Throws the credential provider's message if there
 * are none.
 */
export function awsCall(credentials: Credentials = defaultProvider(), ask: typeof fetch = fetch): AwsCall {
  return async ({ service, host, region, path = "/", headers = {}, body, ...request }, signal) => {
    const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
    const method = request.method ?? (body === undefined ? "GET" : "POST");
    const { pathname, searchParams } = new URL(path, `https://${host}`);
    const signed = await signer.sign({
      method,
      protocol: "https:",
      hostname: host,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: { host, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const answer = await ask(`https://${host}${path}`, {
      method,
      headers: signed.headers,
      signal,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
}
