import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { Hash } from "@smithy/core/serde";
import { SignatureV4 } from "@smithy/signature-v4";

/** Describes a request to an AWS service in its wire format, so that a single call needs no client package. */
export interface AwsRequest {
  readonly service: string;
  /** A host such as `cloudfront.amazonaws.com`. */
  readonly host: string;
  readonly region: string;
  /** The path includes the query. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A request with a body is sent with POST, and one without a body with GET, unless a method is named. */
  readonly body?: string;
  readonly method?: "DELETE";
}

export interface AwsAnswer {
  readonly status: number;
  readonly text: string;
}

export type Credentials = () => Promise<{ readonly accessKeyId: string; readonly secretAccessKey: string }>;
export type AwsCall = (request: AwsRequest, signal: AbortSignal) => Promise<AwsAnswer>;

/**
 * Calls AWS with the credentials that the AWS command line would use. If there are none, throws the error text of the
 * credential provider.
 */
export function awsCall(credentials: Credentials = defaultProvider(), ask: typeof fetch = fetch): AwsCall {
  return async ({ service, host, region, path = "/", headers = {}, body, ...request }, signal) => {
    const signer = new SignatureV4({ service, region, credentials, sha256: Hash.bind(null, "sha256") });
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
