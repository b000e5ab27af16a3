import * as z from "zod";

/** Parses the columns of the index that hold JSON. */
const json = z.string().transform((text): unknown => JSON.parse(text));
export const texts = json.pipe(z.record(z.string(), z.string()));
export const checksums = json.pipe(
  z.object({
    crc32: z.string().optional(),
    crc32c: z.string().optional(),
    crc64nvme: z.string().optional(),
    sha1: z.string().optional(),
    sha256: z.string().optional(),
  }),
);

export const storedObject = z.object({
  key: z.string(),
  /** The name of the file with the content. */
  file: z.string(),
  size: z.int(),
  etag: z.string(),
  /** The time of the last change in epoch milliseconds. */
  modifiedAt: z.int(),
  /** Headers that are returned as they were sent, such as the content type and metadata. */
  headers: texts,
  checksums,
});
export type StoredObject = z.infer<typeof storedObject>;
