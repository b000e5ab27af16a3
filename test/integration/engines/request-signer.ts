import { createHash, createHmac } from "node:crypto";
import { CREDENTIALS } from "./object-fixture.ts";

interface ToSign {
  readonly method: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string;
  readonly expiresSeconds?: number;
  readonly at?: Date;
}

const SCOPE_END = "us-east-1/s3/aws4_request";
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const compact = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, "");

function signature(date: string, canonical: string): string {
  const day = date.slice(0, 8);
  const hash = createHash("sha256").update(canonical).digest("hex");
  const key = [day, "us-east-1", "s3", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${CREDENTIALS.secretAccessKey}`,
  );
  return hmac(key as Buffer, `AWS4-HMAC-SHA256\n${date}\n${day}/${SCOPE_END}\n${hash}`).toString("hex");
}

/** Signs the headers of a request that a test writes by hand. */
export function signedHeaders({ method, url, headers = {}, payload = "UNSIGNED-PAYLOAD", at = new Date() }: ToSign) {
  const { host, pathname } = new URL(url);
  const date = compact(at);
  const all: Record<string, string> = { ...headers, host, "x-amz-content-sha256": payload, "x-amz-date": date };
  const names = Object.keys(all).sort((a, b) => (a < b ? -1 : 1));
  const lines = names.map((name) => `${name}:${all[name]}\n`).join("");
  const mine = signature(date, [method, pathname, "", lines, names.join(";"), payload].join("\n"));
  const credential = `${CREDENTIALS.accessKeyId}/${date.slice(0, 8)}/${SCOPE_END}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(";")}, Signature=${mine}`;
  return { ...all, authorization };
}

/** Makes a presigned URL. It signs the names of `headers`, whose values the request must contain. */
export function presignedUrl({ method, url, headers = {}, expiresSeconds = 60, at = new Date() }: ToSign): string {
  const { host, pathname, origin } = new URL(url);
  const date = compact(at);
  const all: Record<string, string> = { ...headers, host };
  const names = Object.keys(all).sort((a, b) => (a < b ? -1 : 1));
  const query = Object.entries({
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": `${CREDENTIALS.accessKeyId}/${date.slice(0, 8)}/${SCOPE_END}`,
    "X-Amz-Date": date,
    "X-Amz-Expires": String(expiresSeconds),
    "X-Amz-SignedHeaders": names.join(";"),
  })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const lines = names.map((name) => `${name}:${all[name]}\n`).join("");
  const canonical = [method, pathname, query, lines, names.join(";"), "UNSIGNED-PAYLOAD"].join("\n");
  return `${origin}${pathname}?${query}&X-Amz-Signature=${signature(date, canonical)}`;
}
