import { S3Error } from "./s3-error.ts";

/** These headers of an upload are returned with every read of the object. */
const KEPT = [
  "content-type",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires",
];
const METADATA = "x-amz-meta-";
const MAX_METADATA_BYTES = 2_048;

export function keptHeaders(headers: ReadonlyMap<string, string>): Record<string, string> {
  const kept: Record<string, string> = { "content-type": "binary/octet-stream" };
  let metadataBytes = 0;
  for (const [name, value] of headers) {
    if (name.startsWith(METADATA))
      metadataBytes += Buffer.byteLength(name) - METADATA.length + Buffer.byteLength(value);
    if (name.startsWith(METADATA) || (KEPT.includes(name) && value !== "")) kept[name] = value;
  }
  if (metadataBytes > MAX_METADATA_BYTES) {
    throw new S3Error("MetadataTooLarge", "Your metadata headers exceed the maximum allowed metadata size.");
  }
  return withoutTransferCoding(kept);
}

/** aws-chunked describes the request and not the object, so it is removed. */
function withoutTransferCoding({ "content-encoding": encoding = "", ...kept }: Record<string, string>) {
  const codings = encoding.split(",").map((coding) => coding.trim());
  const own = codings.filter((coding) => coding !== "" && coding !== "aws-chunked").join(",");
  return own === "" ? kept : { ...kept, "content-encoding": own };
}
