import { promisify } from "node:util";
import { brotliDecompress, constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod";

const decompressBrotli = promisify(brotliDecompress);

const LEVEL = 3;
/** A write unit is 1 KB, so compressing a smaller content saves nothing. */
const MAX_PLAIN_BYTES = 900;
/**
 * A subject and a body of 1 MiB each stay below this size even with every character escaped. Data that unpacks to more
 * is damaged.
 */
const MAX_UNPACKED_BYTES = 33_554_432;
/** The first byte of a stored content names its format. */
const PLAIN = 0;
/** The format of older items. New items are written with zstd. */
const BROTLI = 1;
const ZSTD = 2;

/** A content is stored compressed in its item or, when it is large, in the content bucket. */
export const contentItem = z.union([
  z.object({ compressed: z.instanceof(Uint8Array) }),
  z.object({ blobKey: z.string() }),
]);

/**
 * Compresses synchronously, because handing the work to a thread costs more than zstd itself
 * (docs/decisions/contents-in-zstd.md).
 */
export async function pack(value: unknown): Promise<Uint8Array> {
  const plain = Buffer.from(JSON.stringify(value));
  if (plain.length <= MAX_PLAIN_BYTES) return Buffer.concat([Buffer.of(PLAIN), plain]);
  const compressed = zstdCompressSync(plain, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  return Buffer.concat([Buffer.of(ZSTD), compressed]);
}

/** Throws for bytes that `pack` did not make. */
export async function unpack(bytes: Uint8Array): Promise<unknown> {
  const plain = await plainOf(bytes[0], bytes.subarray(1));
  return JSON.parse(Buffer.from(plain).toString("utf8"));
}

async function plainOf(format: number | undefined, rest: Uint8Array): Promise<Uint8Array> {
  const limits = { maxOutputLength: MAX_UNPACKED_BYTES };
  if (format === PLAIN) return rest;
  if (format === ZSTD) return zstdDecompressSync(rest, limits);
  if (format === BROTLI) return decompressBrotli(rest, limits);
  throw new Error("stored content is damaged");
}
