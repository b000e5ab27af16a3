import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";

const compressAsync = promisify(brotliCompress);
const decompressAsync = promisify(brotliDecompress);

/** Fast, and within a few percent of the best for text of this size. */
const QUALITY = 4;
/** A request is at most 1 MiB of JSON; what unpacks to far more is damaged. */
const MAX_UNPACKED_BYTES = 8_388_608;

export async function pack(value: unknown): Promise<Uint8Array> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  return compressAsync(Buffer.from(JSON.stringify(value)), { params });
}

export async function unpack(bytes: Uint8Array): Promise<unknown> {
  const plain = await decompressAsync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  return JSON.parse(plain.toString("utf8"));
}
