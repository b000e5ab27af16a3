import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface SignedRequest {
  readonly method: string;
  /** The path as it was sent, still encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body is undefined if it is passed on as a stream. A header then contains its hash. */
  readonly body: Buffer | undefined;
}

export interface SigningScope {
  readonly secret: string;
  readonly day: string;
  readonly region: string;
  readonly service: string;
  /** Lists the names of the signed headers. */
  readonly names: readonly string[];
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Computes an AWS Signature Version 4 (IAM User Guide, "Create a signed AWS API request"). */
export function signatureOf(request: SignedRequest, { secret, day, region, service, names }: SigningScope): string {
  const parameters = [...request.query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort((a, b) => (a < b ? -1 : 1));
  const segments = request.path.split("/").map((one) => encode(service === "s3" ? decodeURIComponent(one) : one));
  const values = names.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? "")
        .trim()
        .replace(/ +/g, " ")}\n`,
  );
  const payload = String(request.headers["x-amz-content-sha256"] ?? sha256(request.body ?? ""));
  const canonical = [
    request.method,
    segments.join("/"),
    parameters.join("&"),
    values.join(""),
    names.join(";"),
    payload,
  ];
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical.join("\n"))].join("\n");
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString("hex");
}
