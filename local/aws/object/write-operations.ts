import type { ServerResponse } from "node:http";
import { answerEmpty, answerXml, type Call, type ObjectStore } from "./call.ts";
import { keptHeaders } from "./kept-headers.ts";
import type { Changed, WriteCondition } from "./object-index.ts";
import { find } from "./read-operations.ts";
import { decode } from "./request-head.ts";
import { S3Error } from "./s3-error.ts";
import type { StoredObject } from "./stored-object.ts";
import { receiveUpload } from "./upload-body.ts";
import { xmlDocument, xmlFields } from "./xml.ts";

export async function putObject(call: Call): Promise<void> {
  const { head, store, response } = call;
  const headers = keptHeaders(head.headers);
  const condition = writeCondition(head.headers);
  const { file, size, md5, checksums } = await receiveUpload(call);
  const object = { key: head.key, file, size, etag: md5, modifiedAt: Date.now(), headers, checksums };
  tellVersion(response, await placeObject(store, { bucket: head.bucket, object, condition }));
  for (const [name, value] of Object.entries(checksums)) response.setHeader(`x-amz-checksum-${name}`, value);
  response.setHeader("etag", `"${md5}"`);
  answerEmpty(response, 200);
}

/** With a version id, that version is removed permanently. Without one, a bucket with versions gets a delete marker. */
export async function deleteObject({ head, store, response }: Call): Promise<void> {
  const versionId = head.query.get("versionId");
  const { bucket, key } = head;
  const changed =
    versionId === undefined ? store.index.remove(bucket, key) : store.index.removeVersion(bucket, key, versionId);
  if (changed.unneeded !== undefined) await store.folder.remove(changed.unneeded);
  tellVersion(response, changed);
  answerEmpty(response, 204);
}

export async function copyObject({ head, store, response }: Call): Promise<void> {
  const { bucket, key, versionId } = copySource(head.headers.get("x-amz-copy-source") ?? "");
  const isReplacing = head.headers.get("x-amz-metadata-directive")?.toUpperCase() === "REPLACE";
  if (!isReplacing && versionId === undefined && bucket === head.bucket && key === head.key) {
    throw new S3Error(
      "InvalidRequest",
      "This copy request is illegal: it copies an object to itself and changes nothing.",
    );
  }
  const query = new Map(versionId === undefined ? [] : [["versionId", versionId]]);
  const source = find({ store, head: { ...head, bucket, key, query }, response });
  const { file } = await store.folder.write(store.folder.concatenation([source.file]), {
    bytes: source.size,
  });
  const headers = isReplacing ? keptHeaders(head.headers) : source.headers;
  const object = { ...source, key: head.key, file, modifiedAt: Date.now(), headers };
  const placement = { bucket: head.bucket, object, condition: writeCondition(head.headers) };
  tellVersion(response, await placeObject(store, placement));
  if (versionId !== undefined) response.setHeader("x-amz-copy-source-version-id", versionId);
  const fields = { LastModified: new Date(object.modifiedAt).toISOString(), ETag: `"${object.etag}"` };
  answerXml(response, 200, xmlDocument("CopyObjectResult", xmlFields(fields)));
}

/** Parses `bucket/key`, which is URL-encoded and may end in `?versionId=…`. */
function copySource(header: string) {
  const [path = "", versionId] = header.replace(/^\//, "").split("?versionId=");
  const named = decode(path);
  const slash = named.indexOf("/");
  return { bucket: named.slice(0, slash), key: named.slice(slash + 1), versionId: versionId && decode(versionId) };
}

export function tellVersion(response: ServerResponse, { versionId, isMarker }: Changed): void {
  if (versionId !== undefined) response.setHeader("x-amz-version-id", versionId);
  if (isMarker) response.setHeader("x-amz-delete-marker", "true");
}

export interface Placement {
  readonly bucket: string;
  readonly object: StoredObject;
  readonly condition: WriteCondition;
}

/** Turns a written file into an object. If a condition forbids that, the file is removed. */
export async function placeObject(
  store: ObjectStore,
  { bucket, object, condition }: Placement,
): Promise<Pick<Changed, "versionId">> {
  let unneeded: string | undefined = object.file;
  try {
    const changed = store.index.put(bucket, object, condition);
    unneeded = changed.unneeded;
    return { versionId: changed.versionId };
  } finally {
    if (unneeded !== undefined) await store.folder.remove(unneeded);
  }
}

export function writeCondition(headers: ReadonlyMap<string, string>): WriteCondition {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== undefined && ifNoneMatch !== "*") {
    throw new S3Error("NotImplemented", "If-None-Match of a write takes only *.");
  }
  return { ifMatch: headers.get("if-match")?.replaceAll('"', ""), ifNoneMatch };
}
