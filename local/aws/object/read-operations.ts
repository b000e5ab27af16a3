import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { answerEmpty, type Call } from "./call.ts";
import { checksumHeader } from "./checksum.ts";
import { NULL_VERSION } from "./object-versions.ts";
import { noSuchKey, preconditionFailed, S3Error } from "./s3-error.ts";
import type { StoredObject } from "./stored-object.ts";

/** A range of bytes, with its first and its last byte. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The object may be replaced between looking it up and opening its file, so both are repeated. */
const OPEN_ATTEMPTS = 3;
const OVERRIDE = "response-";

export async function getObject(call: Call): Promise<void> {
  const { object, handle } = await opened(call);
  try {
    if (isUnchanged(call, object)) return answerEmpty(call.response, 304);
    const range = rangeOf(call.head.headers.get("range"), object.size);
    writeHead(call, object, range);
    if (object.size === 0) call.response.end();
    else await pipeline(handle.createReadStream({ ...range, autoClose: false }), call.response);
  } finally {
    await handle.close();
  }
}

export async function headObject(call: Call): Promise<void> {
  const object = find(call);
  if (isUnchanged(call, object)) return answerEmpty(call.response, 304);
  writeHead(call, object, rangeOf(call.head.headers.get("range"), object.size));
  call.response.end();
}

/** Finds the object, or the version that the query names, and sets the headers that identify the version. */
export function find({ store, head, response }: Pick<Call, "store" | "head" | "response">): StoredObject {
  const { bucket, key } = head;
  const { versions } = store.index;
  const asked = head.query.get("versionId");
  const object = store.index.find(bucket, key);
  if (asked !== undefined) return versionOf({ store, head, response }, asked, object);
  const latest = versions.latest(bucket, key);
  if (latest?.isMarker) response.setHeader("x-amz-delete-marker", "true");
  if (object === undefined) throw noSuchKey();
  if (latest) response.setHeader("x-amz-version-id", latest.versionId);
  return object;
}

function versionOf(
  { store, head, response }: Pick<Call, "store" | "head" | "response">,
  versionId: string,
  object: StoredObject | undefined,
): StoredObject {
  const version = store.index.versions.find(head.bucket, head.key, versionId);
  response.setHeader("x-amz-version-id", versionId);
  if (version?.isMarker) {
    response.setHeader("x-amz-delete-marker", "true");
    throw new S3Error("MethodNotAllowed", "The specified method is not allowed against this resource.");
  }
  const isFromBefore = versionId === NULL_VERSION && !store.index.versions.latest(head.bucket, head.key);
  const found = isFromBefore ? object : version;
  if (found) return found;
  throw new S3Error("NoSuchVersion", "The specified version does not exist.");
}

async function opened(call: Call): Promise<{ object: StoredObject; handle: FileHandle }> {
  for (let attempt = 1; ; attempt += 1) {
    const object = find(call);
    try {
      return { object, handle: await call.store.folder.read(object.file) };
    } catch (error) {
      if (attempt === OPEN_ATTEMPTS) throw error;
    }
  }
}

/** Says whether the caller already has the object. Throws PreconditionFailed. */
function isUnchanged({ head }: Call, { etag, modifiedAt }: StoredObject): boolean {
  const ifMatch = head.headers.get("if-match");
  if (ifMatch !== undefined && ifMatch !== "*" && !listed(ifMatch, etag)) throw preconditionFailed();
  const ifNoneMatch = head.headers.get("if-none-match");
  if (ifNoneMatch !== undefined) return ifNoneMatch === "*" || listed(ifNoneMatch, etag);
  const since = Date.parse(head.headers.get("if-modified-since") ?? "");
  return Math.floor(modifiedAt / 1000) * 1000 <= since;
}

const listed = (tags: string, etag: string) => tags.split(",").some((tag) => tag.trim().replaceAll('"', "") === etag);

/**
 * Reads the range of bytes that is requested, or returns undefined for the whole object. An unreadable header counts as absent (RFC 9110, section
 * 14.2).
 */
function rangeOf(header: string | undefined, size: number): Range | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end) return { start, end };
  throw new S3Error("InvalidRange", "The requested range is not satisfiable");
}

function writeHead({ head, response }: Call, object: StoredObject, range: Range | undefined): void {
  for (const [name, value] of Object.entries(object.headers)) response.setHeader(name, value);
  for (const [name, value] of head.query) {
    if (name.startsWith(OVERRIDE)) response.setHeader(name.slice(OVERRIDE.length), value);
  }
  if (!range && head.headers.get("x-amz-checksum-mode")?.toUpperCase() === "ENABLED") writeChecksums(response, object);
  if (range) response.setHeader("content-range", `bytes ${range.start}-${range.end}/${object.size}`);
  response.writeHead(range ? 206 : 200, {
    etag: `"${object.etag}"`,
    "last-modified": new Date(object.modifiedAt).toUTCString(),
    "accept-ranges": "bytes",
    "content-length": range ? range.end - range.start + 1 : object.size,
  });
}

function writeChecksums(response: Call["response"], { checksums }: StoredObject): void {
  const { crc32, crc32c, crc64nvme, sha1, sha256 } = checksums;
  if (crc32) response.setHeader(checksumHeader("crc32"), crc32);
  if (crc32c) response.setHeader(checksumHeader("crc32c"), crc32c);
  if (crc64nvme) response.setHeader(checksumHeader("crc64nvme"), crc64nvme);
  if (sha1) response.setHeader(checksumHeader("sha1"), sha1);
  if (sha256) response.setHeader(checksumHeader("sha256"), sha256);
}
