import { type SignedRequest, signatureOf } from "./signature.ts";

/** Names the location of the embedded store and the only credentials that it accepts. */
export interface StoreAccess {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** The host includes the port. */
  readonly host: string;
}

/** The store has its own signature and knows no sessions, so these headers are replaced or dropped. */
const LEFT_OUT = new Set(["authorization", "x-amz-security-token", "connection"]);

/**
 * Signs the headers of a request for the store, after the request's own signature was checked. The body may still be in
 * its stream.
 */
export function signedForStore(
  request: SignedRequest,
  { accessKeyId, secretAccessKey, region, host }: StoreAccess,
  now = new Date(),
): Record<string, string> {
  const date = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const kept = Object.entries(request.headers).filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined);
  const headers: Record<string, string> = {
    ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    ...{ host, "x-amz-date": date },
    "x-amz-content-sha256": String(request.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD"),
  };
  const names = Object.keys(headers)
    .filter((name) => name === "host" || name.startsWith("x-amz-"))
    .sort((a, b) => (a < b ? -1 : 1));
  const day = date.slice(0, 8);
  const scope = { secret: secretAccessKey, day, region, service: "s3", names };
  const signature = signatureOf({ ...request, headers }, scope);
  const credential = `${accessKeyId}/${day}/${region}/s3/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
  return { ...headers, authorization };
}
