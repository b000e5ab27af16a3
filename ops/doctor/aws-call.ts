import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { Hash } from "@smithy/core/serde";
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

/**
 * Calls AWS with the credentials that the AWS command line would use. Throws the credential provider's message if there
 * are none.
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
