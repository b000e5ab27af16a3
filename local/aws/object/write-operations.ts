import { answerEmpty, answerXml, type Call, type ObjectStore } from "./call.ts";
import { keptHeaders } from "./kept-headers.ts";
import type { StoredObject, WriteCondition } from "./object-index.ts";
import { find } from "./read-operations.ts";
import { decode } from "./request-head.ts";
import { S3Error } from "./s3-error.ts";
import { receiveUpload } from "./upload-body.ts";
import { xmlDocument, xmlFields } from "./xml.ts";

export async function putObject(call: Call): Promise<void> {
  const { head, store, response } = call;
  const headers = keptHeaders(head.headers);
  const condition = writeCondition(head.headers);
  const { file, size, md5, checksums } = await receiveUpload(call);
  const object = { key: head.key, file, size, etag: md5, modifiedAt: Date.now(), headers, checksums };
  await placeObject(store, { bucket: head.bucket, object, condition });
  for (const [name, value] of Object.entries(checksums)) response.setHeader(`x-amz-checksum-${name}`, value);
  response.setHeader("etag", `"${md5}"`);
  answerEmpty(response, 200);
}

export async function deleteObject({ head, store, response }: Call): Promise<void> {
  const file = store.index.remove(head.bucket, head.key);
  if (file !== undefined) await store.folder.remove(file);
  answerEmpty(response, 204);
}

export async function copyObject({ head, store, response }: Call): Promise<void> {
  const path = decode(head.headers.get("x-amz-copy-source") ?? "").replace(/^\//, "");
  const slash = path.indexOf("/");
  const [bucket, key] = [path.slice(0, slash), path.slice(slash + 1)];
  const isReplacing = head.headers.get("x-amz-metadata-directive")?.toUpperCase() === "REPLACE";
  if (!isReplacing && bucket === head.bucket && key === head.key) {
    throw new S3Error(
      "InvalidRequest",
      "This copy request is illegal: it copies an object to itself and changes nothing.",
    );
  }
  const source = find({ store, head: { ...head, bucket, key } });
  const { file } = await store.folder.write(store.folder.concatenation([source.file]), {
    bytes: source.size,
  });
  const headers = isReplacing ? keptHeaders(head.headers) : source.headers;
  const object = { ...source, key: head.key, file, modifiedAt: Date.now(), headers };
  await placeObject(store, { bucket: head.bucket, object, condition: writeCondition(head.headers) });
  const fields = { LastModified: new Date(object.modifiedAt).toISOString(), ETag: `"${object.etag}"` };
  answerXml(response, 200, xmlDocument("CopyObjectResult", xmlFields(fields)));
}

export interface Placement {
  readonly bucket: string;
  readonly object: StoredObject;
  readonly condition: WriteCondition;
}

/** Makes a written file an object; when a condition forbids that, the file goes again. */
export async function placeObject(store: ObjectStore, { bucket, object, condition }: Placement): Promise<void> {
  let unneeded: string | undefined = object.file;
  try {
    unneeded = store.index.put(bucket, object, condition);
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
