import { createHash, randomUUID } from "node:crypto";
import { answerEmpty, answerXml, type Call } from "./call.ts";
import { keptHeaders } from "./kept-headers.ts";
import type { StoredPart, StoredUpload } from "./object-index.ts";
import { noSuchUpload, S3Error } from "./s3-error.ts";
import { receiveUpload, receiveXml } from "./upload-body.ts";
import { placeObject, tellVersion, writeCondition } from "./write-operations.ts";
import { elementsOf, textOf, xmlDocument, xmlFields } from "./xml.ts";

/** The minimum size of every part but the last (Amazon S3 user guide, "Multipart upload limits"). */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;

interface NamedPart {
  readonly number: number;
  readonly etag: string;
  readonly crc32: string | undefined;
}

export async function createMultipartUpload({ head, store, response }: Call): Promise<void> {
  const id = randomUUID();
  store.index.beginUpload({ id, bucket: head.bucket, key: head.key, headers: keptHeaders(head.headers) });
  const fields = xmlFields({ Bucket: head.bucket, Key: head.key, UploadId: id });
  answerXml(response, 200, xmlDocument("InitiateMultipartUploadResult", fields));
}

export async function uploadPart(call: Call): Promise<void> {
  const { store, response } = call;
  const upload = uploadOf(call);
  const number = Number(call.head.query.get("partNumber"));
  if (!(Number.isInteger(number) && number >= 1 && number <= MAX_PARTS)) {
    throw new S3Error("InvalidArgument", `Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`);
  }
  const { file, size, md5, checksums } = await receiveUpload(call);
  // The upload may have been aborted or completed while the part was being received.
  if (!store.index.findUpload(upload.id)) {
    await store.folder.remove(file);
    throw noSuchUpload();
  }
  const replaced = store.index.putPart(upload.id, { number, file, size, etag: md5, checksums });
  if (replaced !== undefined) await store.folder.remove(replaced);
  for (const [name, value] of Object.entries(checksums)) response.setHeader(`x-amz-checksum-${name}`, value);
  response.setHeader("etag", `"${md5}"`);
  answerEmpty(response, 200);
}

export async function completeMultipartUpload(call: Call): Promise<void> {
  const { head, store, response } = call;
  const upload = uploadOf(call);
  const parts = chosenParts(namedParts(await receiveXml(call)), store.index.parts(upload.id));
  const { file, size } = await store.folder.write(store.folder.concatenation(parts.map((part) => part.file)), {
    bytes: parts.reduce((sum, part) => sum + part.size, 0),
  });
  const etag = multipartTag(parts);
  const object = { key: head.key, file, size, etag, modifiedAt: Date.now(), headers: upload.headers, checksums: {} };
  // Another call may have completed or aborted the upload meanwhile.
  if (!store.index.findUpload(upload.id)) {
    await store.folder.remove(file);
    throw noSuchUpload();
  }
  const placement = { bucket: head.bucket, object, condition: writeCondition(head.headers) };
  tellVersion(response, await placeObject(store, placement));
  for (const unneeded of store.index.endUpload(upload.id)) await store.folder.remove(unneeded);
  const fields = xmlFields({ Bucket: head.bucket, Key: head.key, ETag: `"${etag}"` });
  answerXml(response, 200, xmlDocument("CompleteMultipartUploadResult", fields));
}

export async function abortMultipartUpload(call: Call): Promise<void> {
  const { store, response } = call;
  for (const file of store.index.endUpload(uploadOf(call).id)) await store.folder.remove(file);
  answerEmpty(response, 204);
}

function uploadOf({ head, store }: Call): StoredUpload {
  const upload = store.index.findUpload(head.query.get("uploadId") ?? "");
  if (!upload || upload.bucket !== head.bucket || upload.key !== head.key) throw noSuchUpload();
  return upload;
}

function namedParts(xml: string): NamedPart[] {
  const parts = elementsOf(xml, "Part").map((part) => ({
    number: Number(textOf(part, "PartNumber")),
    etag: (textOf(part, "ETag") ?? "").replaceAll('"', ""),
    crc32: textOf(part, "ChecksumCRC32"),
  }));
  if (parts.length === 0 || parts.length > MAX_PARTS || parts.some(({ number }) => !Number.isInteger(number))) {
    throw new S3Error(
      "MalformedXML",
      "The XML you provided was not well-formed or did not validate against our schema.",
    );
  }
  if (parts.some(({ number }, index) => number <= (parts[index - 1]?.number ?? 0))) {
    throw new S3Error("InvalidPartOrder", "The list of parts was not in ascending order.");
  }
  return parts;
}

function chosenParts(named: readonly NamedPart[], present: readonly StoredPart[]): StoredPart[] {
  const byNumber = new Map(present.map((part) => [part.number, part]));
  const chosen = named.map(({ number, etag, crc32 }) => {
    const part = byNumber.get(number);
    if (part && part.etag === etag && (crc32 === undefined || part.checksums.crc32 === crc32)) return part;
    throw new S3Error(
      "InvalidPart",
      "One or more of the specified parts could not be found, or its tag did not match.",
    );
  });
  if (chosen.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES)) {
    throw new S3Error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
  }
  return chosen;
}

/** Computes the ETag as S3 does: a digest of the parts' digests, and the number of parts. */
function multipartTag(parts: readonly StoredPart[]): string {
  const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag, "hex")));
  return `${createHash("md5").update(digests).digest("hex")}-${parts.length}`;
}
