import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import * as z from "zod";

const compressAsync = promisify(brotliCompress);
const decompressAsync = promisify(brotliDecompress);

/** Fast, and within a few percent of the best for text of this size. */
const QUALITY = 4;
/** Compressing less than a write unit (1 KB) saves nothing. */
const MAX_PLAIN_BYTES = 900;
/** Subject and body of 1 MiB each, every character escaped, stay below; what unpacks to more is damaged. */
const MAX_UNPACKED_BYTES = 33_554_432;
/** The first byte says how the rest is to be read. */
const PLAIN = 0;
const BROTLI = 1;

/** A content, compressed in the item or, when large, in the content bucket. */
export const contentItem = z.union([
  z.object({ compressed: z.instanceof(Uint8Array) }),
  z.object({ blobKey: z.string() }),
]);

export async function pack(value: unknown): Promise<Uint8Array> {
  const plain = Buffer.from(JSON.stringify(value));
  if (plain.length <= MAX_PLAIN_BYTES) return Buffer.concat([Buffer.of(PLAIN), plain]);
  const compressed = await compressAsync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return Buffer.concat([Buffer.of(BROTLI), compressed]);
}

/** Throws for what `pack` did not make. */
export async function unpack(bytes: Uint8Array): Promise<unknown> {
  const rest = bytes.subarray(1);
  if (bytes[0] === PLAIN) return JSON.parse(Buffer.from(rest).toString("utf8"));
  if (bytes[0] !== BROTLI) throw new Error("stored content is damaged");
  const plain = await decompressAsync(rest, { maxOutputLength: MAX_UNPACKED_BYTES });
  return JSON.parse(plain.toString("utf8"));
}
