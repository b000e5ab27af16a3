import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { encodeUri, type RequestHead } from "./request-head.ts";
import { S3Error } from "./s3-error.ts";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The facts about the body that a verified signature states. */
export interface Verified {
  /** A SHA-256 in hexadecimal, `UNSIGNED-PAYLOAD`, or one of `STREAMING-…`. */
  readonly payload: string;
  readonly chunks: ChunkSigning;
}

/** The values that check a body whose chunks are signed one by one, each on top of the previous one. */
export interface ChunkSigning {
  readonly key: Buffer;
  readonly date: string;
  readonly scope: string;
  readonly seed: string;
}

interface Claim {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payload: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/;
/** S3 refuses requests whose clock differs by more. */
const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_SECONDS = 604_800;

export const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
export const hmacHex = (key: Buffer, text: string) => hmac(key, text).toString("hex");

export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Verifies Signature Version 4 in the header or in the query of a presigned URL. Throws the error that S3 would answer.
 */
export function verifySignature(head: RequestHead, credentials: Credentials, now: Date): Verified {
  const isPresigned = head.query.has("X-Amz-Algorithm");
  const claim = isPresigned ? queryClaim(head, now) : headerClaim(head, now);
  const [accessKeyId = "", day = "", region = "", service, end] = claim.credential.split("/");
  if (service !== "s3" || end !== "aws4_request" || !claim.date.startsWith(day)) {
    throw new S3Error(
      "AuthorizationHeaderMalformed",
      "The credential scope is not one of S3 and of the request's day.",
    );
  }
  if (!isSame(accessKeyId, credentials.accessKeyId)) {
    throw new S3Error("InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.");
  }
  requireSignedHeaders(head, claim.signedHeaders);
  const scope = `${day}/${region}/s3/aws4_request`;
  const dayKey = hmac(`AWS4${credentials.secretAccessKey}`, day);
  const key = hmac(hmac(hmac(dayKey, region), "s3"), "aws4_request");
  const text = [ALGORITHM, claim.date, scope, sha256(canonicalRequest(head, claim))].join("\n");
  if (!isSame(hmacHex(key, text), claim.signature)) {
    throw new S3Error(
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
    );
  }
  return { payload: claim.payload, chunks: { key, date: claim.date, scope, seed: claim.signature } };
}

function headerClaim(head: RequestHead, now: Date): Claim {
  const authorization = head.headers.get("authorization");
  if (authorization === undefined) throw new S3Error("AccessDenied", "Access Denied");
  const [, credential, signedHeaders, signature] = AUTHORIZATION.exec(authorization) ?? [];
  const date = head.headers.get("x-amz-date") ?? "";
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw new S3Error("AuthorizationHeaderMalformed", "The authorization header is not one of Signature Version 4.");
  }
  if (Math.abs(timeOf(date) - now.getTime()) > MAX_SKEW_MS) {
    throw new S3Error(
      "RequestTimeTooSkewed",
      "The difference between the request time and the server's time is too large.",
    );
  }
  const payload = head.headers.get("x-amz-content-sha256");
  if (payload === undefined) throw new S3Error("InvalidRequest", "Missing required header: x-amz-content-sha256");
  return { credential, date, signedHeaders: signedHeaders.split(";"), signature, payload };
}

function queryClaim({ query, headers }: RequestHead, now: Date): Claim {
  const date = query.get("X-Amz-Date") ?? "";
  const expiresSeconds = Number(query.get("X-Amz-Expires"));
  if (query.get("X-Amz-Algorithm") !== ALGORITHM || !(expiresSeconds >= 1 && expiresSeconds <= MAX_EXPIRES_SECONDS)) {
    throw new S3Error("AccessDenied", "The query of a presigned URL is malformed.");
  }
  const ageMs = now.getTime() - timeOf(date);
  if (ageMs < -MAX_SKEW_MS) throw new S3Error("AccessDenied", "Request is not yet valid");
  if (ageMs > expiresSeconds * 1000) throw new S3Error("AccessDenied", "Request has expired");
  return {
    credential: query.get("X-Amz-Credential") ?? "",
    date,
    signedHeaders: (query.get("X-Amz-SignedHeaders") ?? "").split(";"),
    signature: query.get("X-Amz-Signature") ?? "",
    payload: headers.get("x-amz-content-sha256") ?? query.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD",
  };
}

/**
 * Parses a time such as `20261121T120000Z` to epoch milliseconds. A malformed text gives minus infinity, so that it
 * counts as expired.
 */
function timeOf(date: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  if (!parts) return Number.NEGATIVE_INFINITY;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Every header that means something to S3 must be signed, because otherwise anyone could have added it. */
function requireSignedHeaders({ headers, query }: RequestHead, signed: readonly string[]): void {
  const meaningful = [...headers.keys()].filter((name) => name.startsWith("x-amz-") && !query.has(name));
  if (signed.includes("host") && meaningful.every((name) => signed.includes(name))) return;
  throw new S3Error("AccessDenied", "There were headers present in the request which were not signed");
}

function canonicalRequest({ method, path, query, headers }: RequestHead, claim: Claim): string {
  const parameters = [...query]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encodeUri(name)}=${encodeUri(value)}`)
    .sort((a, b) => (a < b ? -1 : 1));
  const values = claim.signedHeaders.map((name) => `${name}:${(headers.get(name) ?? "").trim().replace(/ +/g, " ")}\n`);
  return [
    method,
    path
      .split("/")
      .map((part) => encodeUri(decodeURIComponent(part)))
      .join("/"),
    parameters.join("&"),
    values.join(""),
    claim.signedHeaders.join(";"),
    claim.payload,
  ].join("\n");
}
