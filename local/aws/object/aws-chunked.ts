import { createHash, type Hash } from "node:crypto";
import { ByteReader } from "./byte-reader.ts";
import { S3Error } from "./s3-error.ts";
import { type ChunkSigning, hmacHex, isSame, sha256 } from "./signature.ts";

/**
 * A chunked body and what is needed to decode it. `payload` is one of the `STREAMING-…` values of x-amz-content-sha256.
 */
export interface ChunkedBody {
  readonly source: AsyncIterable<Buffer>;
  readonly payload: string;
  readonly signing: ChunkSigning;
  /** The headers that follow the body are added to this map. */
  readonly trailers: Map<string, string>;
}

const UNSIGNED = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
const SIGNED = ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"];
const CHUNK_HEADER = /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i;
const MAX_LINE_BYTES = 4_096;
const MAX_TRAILERS = 16;

/**
 * Decodes aws-chunked (Amazon S3 API reference, "Transferring payload in multiple chunks"). A chunk's signature can
 * only be checked after its bytes were passed on, so the caller must keep nothing until the body has ended.
 */
export async function* decodeChunked({ source, payload, signing, trailers }: ChunkedBody): AsyncGenerator<Buffer> {
  const isSigned = SIGNED.includes(payload);
  if (!isSigned && payload !== UNSIGNED) throw new S3Error("NotImplemented", `${payload} is not supported.`);
  const reader = new ByteReader(source);
  const check = isSigned ? chunkCheck(signing) : ignoreChunk;
  let size: number;
  do {
    const header = chunkHeader(await reader.line(MAX_LINE_BYTES));
    const hash = createHash("sha256");
    for await (const piece of reader.bytes(header.size)) {
      hash.update(piece);
      yield piece;
    }
    check.chunk(header.signature, hash);
    if (header.size > 0 && (await reader.line(MAX_LINE_BYTES)) !== "") throw malformed();
    size = header.size;
  } while (size > 0);
  await readTrailers(reader, trailers);
  if (payload.endsWith("-TRAILER")) check.trailers(trailers);
}

function chunkHeader(line: string): { size: number; signature: string } {
  const parts = CHUNK_HEADER.exec(line);
  if (!parts) throw malformed();
  return { size: Number.parseInt(parts[1] ?? "", 16), signature: parts[2] ?? "" };
}

async function readTrailers(reader: ByteReader, trailers: Map<string, string>): Promise<void> {
  for (let line = await reader.line(MAX_LINE_BYTES); line !== ""; line = await reader.line(MAX_LINE_BYTES)) {
    const colon = line.indexOf(":");
    if (colon < 1 || trailers.size >= MAX_TRAILERS) throw malformed();
    trailers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
}

interface ChunkCheck {
  chunk(signature: string, hash: Hash): void;
  trailers(trailers: ReadonlyMap<string, string>): void;
}

const ignoreChunk: ChunkCheck = { chunk: () => {}, trailers: () => {} };

/** Checks signed chunks. The signature of each chunk covers the previous signature, and the first covers the request's. */
function chunkCheck({ key, date, scope, seed }: ChunkSigning): ChunkCheck {
  let previous = seed;
  return {
    chunk: (signature, hash) => {
      const lines = ["AWS4-HMAC-SHA256-PAYLOAD", date, scope, previous, sha256(""), hash.digest("hex")];
      previous = checked(hmacHex(key, lines.join("\n")), signature);
    },
    trailers: (trailers) => {
      const signed = [...trailers].filter(([name]) => name !== "x-amz-trailer-signature");
      const text = signed.map(([name, value]) => `${name}:${value}\n`).join("");
      const lines = ["AWS4-HMAC-SHA256-TRAILER", date, scope, previous, sha256(text)];
      checked(hmacHex(key, lines.join("\n")), trailers.get("x-amz-trailer-signature") ?? "");
    },
  };
}

function checked(expected: string, given: string): string {
  if (isSame(expected, given)) return expected;
  throw new S3Error("SignatureDoesNotMatch", "The signature of a chunk does not match.");
}

const malformed = () => new S3Error("InvalidRequest", "The body is not in aws-chunked encoding.");
