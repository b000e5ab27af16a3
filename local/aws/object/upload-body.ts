import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { decodeChunked } from "./aws-chunked.ts";
import type { Call } from "./call.ts";
import {
  type ChecksumName,
  type Checksums,
  compareChecksums,
  type Digester,
  neededChecksums,
  sentChecksums,
} from "./checksum.ts";
import type { Content } from "./content-folder.ts";
import { S3Error } from "./s3-error.ts";
import { isSame } from "./signature.ts";

export interface Uploaded extends Content {
  readonly checksums: Checksums;
}

interface Expected {
  readonly length: number;
  readonly md5: string | undefined;
  /** The signed SHA-256 in hexadecimal, if there is one. */
  readonly signedHash: string | undefined;
  readonly checksums: Checksums;
}

const MAX_XML_BYTES = 2 * 1024 * 1024;

/**
 * Streams the body of a request to a file and checks it against everything that the request claims. Throws the error
 * that S3 would answer.
 */
export async function receiveUpload({ store, head, verified, request }: Call): Promise<Uploaded> {
  const expected = expectations(head.headers, verified.payload);
  if (expected.length > store.maxUploadBytes) {
    throw new S3Error("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size.");
  }
  const digesters = neededChecksums(head.headers);
  const signedHash = expected.signedHash === undefined ? undefined : createHash("sha256");
  const trailers = new Map<string, string>();
  const body = bytesOf(request);
  const source = verified.payload.startsWith("STREAMING-")
    ? decodeChunked({ source: body, payload: verified.payload, signing: verified.chunks, trailers })
    : body;
  const computed: { checksums: Checksums } = { checksums: {} };
  const content = await store.folder.write(
    digested(source, [...digesters.values(), ...(signedHash ? [hashing(signedHash)] : [])]),
    {
      bytes: expected.length,
      check: (md5) => {
        computed.checksums = digestsOf(digesters);
        checkHash(signedHash?.digest("hex"), expected.signedHash);
        checkMd5(md5, expected.md5);
        compareChecksums(computed.checksums, { ...expected.checksums, ...sentChecksums(trailers) });
        requireAnnounced(digesters, { ...expected.checksums, ...sentChecksums(trailers) });
      },
    },
  );
  return { ...content, checksums: computed.checksums };
}

/** Reads a small document such as the list of parts. */
export async function receiveXml({ head, verified, request }: Call): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytesOf(request)) {
    size += chunk.length;
    if (size > MAX_XML_BYTES) throw new S3Error("MalformedXML", "The XML you provided is too long.");
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const { signedHash } = expectations(new Map([...head.headers, ["content-length", String(size)]]), verified.payload);
  if (signedHash !== undefined) checkHash(createHash("sha256").update(body).digest("hex"), signedHash);
  return body.toString();
}

/** Leaving the loop early must not close the connection, because the answer is sent on it. */
function bytesOf(request: IncomingMessage): AsyncIterable<Buffer> {
  const iterator: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  return iterator;
}

function expectations(headers: ReadonlyMap<string, string>, payload: string): Expected {
  const isChunked = payload.startsWith("STREAMING-");
  const length = headers.get(isChunked ? "x-amz-decoded-content-length" : "content-length");
  if (length === undefined || !/^\d{1,15}$/.test(length)) {
    throw new S3Error("MissingContentLength", "You must provide the Content-Length HTTP header.");
  }
  const isHash = /^[0-9a-f]{64}$/.test(payload);
  if (!isHash && !isChunked && payload !== "UNSIGNED-PAYLOAD") {
    throw new S3Error("InvalidArgument", "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-..., or a SHA-256.");
  }
  const md5 = headers.get("content-md5");
  if (md5 !== undefined && Buffer.from(md5, "base64").length !== 16) {
    throw new S3Error("InvalidDigest", "The Content-MD5 you specified is not valid.");
  }
  return { length: Number(length), md5, signedHash: isHash ? payload : undefined, checksums: sentChecksums(headers) };
}

async function* digested(source: AsyncIterable<Buffer>, digesters: readonly Pick<Digester, "update">[]) {
  for await (const chunk of source) {
    for (const digester of digesters) digester.update(chunk);
    yield chunk;
  }
}

const hashing = (hash: ReturnType<typeof createHash>) => ({ update: (chunk: Buffer) => void hash.update(chunk) });

function digestsOf(digesters: ReadonlyMap<ChecksumName, Digester>): Checksums {
  const checksums: Checksums = {};
  for (const [name, digester] of digesters) checksums[name] = digester.digest();
  return checksums;
}

function requireAnnounced(digesters: ReadonlyMap<ChecksumName, Digester>, sent: Checksums): void {
  for (const name of digesters.keys()) {
    if (sent[name] === undefined) throw new S3Error("InvalidRequest", "The body lacks a trailer that was announced.");
  }
}

function checkHash(computed: string | undefined, signed: string | undefined): void {
  if (computed === undefined || signed === undefined || isSame(computed, signed)) return;
  throw new S3Error(
    "XAmzContentSHA256Mismatch",
    "The provided 'x-amz-content-sha256' does not match what was computed.",
  );
}

function checkMd5(computedHex: string, sent: string | undefined): void {
  if (sent === undefined || Buffer.from(sent, "base64").toString("hex") === computedHex) return;
  throw new S3Error("BadDigest", "The Content-MD5 you specified did not match what we received.");
}
