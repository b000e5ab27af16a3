import { answerEmpty, answerXml, type Call, type ObjectStore } from "./call.ts";
import { encodeKey, MAX_KEYS } from "./list-operation.ts";
import { asNullVersion, type StoredVersion } from "./object-versions.ts";
import { S3Error } from "./s3-error.ts";
import { receiveXml } from "./upload-body.ts";
import { textOf, xmlDocument, xmlFields } from "./xml.ts";

interface Wanted {
  readonly bucket: string;
  readonly prefix: string;
  readonly maxKeys: number;
  readonly keyMarker: string;
  /** The list continues after this version of the key, or after the key if it is absent. */
  readonly versionIdMarker: string | undefined;
}

interface Listing {
  readonly versions: readonly (StoredVersion & { readonly isLatest: boolean })[];
  readonly isTruncated: boolean;
}

export async function getVersioning({ head, store, response }: Call): Promise<void> {
  const Status = store.index.versions.isEnabled(head.bucket) ? "Enabled" : undefined;
  answerXml(response, 200, xmlDocument("VersioningConfiguration", xmlFields({ Status })));
}

export async function putVersioning(call: Call): Promise<void> {
  const status = textOf(await receiveXml(call), "Status");
  if (status === "Suspended") throw new S3Error("NotImplemented", "Versioning cannot be suspended here.");
  if (status !== "Enabled") throw new S3Error("MalformedXML", "The status of versioning is missing or not known.");
  call.store.index.versions.enable(call.head.bucket);
  answerEmpty(call.response, 200);
}

/** Lists versions and delete markers by key, the newest of each key first. */
export async function listVersions({ head, store, response }: Call): Promise<void> {
  const wanted = wantedOf(head.bucket, head.query);
  const { versions, isTruncated } = list(store, wanted);
  const encode = head.query.get("encoding-type") === "url" ? encodeKey : (key: string) => key;
  const last = isTruncated ? versions.at(-1) : undefined;
  const fields = xmlFields({
    Name: head.bucket,
    Prefix: encode(wanted.prefix),
    KeyMarker: encode(wanted.keyMarker),
    VersionIdMarker: wanted.versionIdMarker,
    MaxKeys: wanted.maxKeys,
    IsTruncated: isTruncated,
    EncodingType: head.query.get("encoding-type"),
    NextKeyMarker: last && encode(last.key),
    NextVersionIdMarker: last?.versionId,
  });
  const entries = versions.map((one) => {
    const { versionId: VersionId, isLatest: IsLatest } = one;
    const common = { Key: encode(one.key), VersionId, IsLatest, LastModified: wholeSecond(one.modifiedAt) };
    return one.isMarker
      ? `<DeleteMarker>${xmlFields(common)}</DeleteMarker>`
      : `<Version>${xmlFields({ ...common, ETag: `"${one.etag}"`, Size: one.size, StorageClass: "STANDARD" })}</Version>`;
  });
  answerXml(response, 200, xmlDocument("ListVersionsResult", [fields, ...entries].join("")));
}

function list({ index }: ObjectStore, { bucket, prefix, maxKeys, keyMarker, versionIdMarker }: Wanted): Listing {
  const versions: Listing["versions"][number][] = [];
  const take = (key: string, after?: string): boolean => {
    for (const one of behind(versionsOf(index, bucket, key), after)) {
      if (versions.length === maxKeys) return false;
      versions.push(one);
    }
    return true;
  };
  if (versionIdMarker !== undefined && !take(keyMarker, versionIdMarker)) return { versions, isTruncated: true };
  let key = index.versions.nextKey(bucket, { after: keyMarker, from: prefix });
  while (key?.startsWith(prefix)) {
    if (!take(key)) return { versions, isTruncated: maxKeys > 0 };
    key = index.versions.nextKey(bucket, { after: key, from: prefix });
  }
  return { versions, isTruncated: false };
}

function versionsOf(index: ObjectStore["index"], bucket: string, key: string): readonly Listing["versions"][number][] {
  const versions = index.versions.of(bucket, key);
  const object = versions.length === 0 ? index.find(bucket, key) : undefined;
  return [...versions, ...(object ? [asNullVersion(object)] : [])].map((one, i) => ({ ...one, isLatest: i === 0 }));
}

function behind<Version extends StoredVersion>(versions: readonly Version[], after: string | undefined): Version[] {
  const place = after === undefined ? -1 : versions.findIndex(({ versionId }) => versionId === after);
  return versions.slice(place + 1);
}

function wantedOf(bucket: string, query: ReadonlyMap<string, string>): Wanted {
  const maxKeys = Number(query.get("max-keys") ?? MAX_KEYS);
  if (!Number.isInteger(maxKeys) || maxKeys < 0) throw new S3Error("InvalidArgument", "max-keys is not a number.");
  const versionIdMarker = query.get("version-id-marker") || undefined;
  const keyMarker = query.get("key-marker") ?? "";
  if (versionIdMarker !== undefined && keyMarker === "")
    throw new S3Error("InvalidArgument", "A version-id marker cannot be specified without a key marker.");
  return {
    bucket,
    prefix: query.get("prefix") ?? "",
    maxKeys: Math.min(maxKeys, MAX_KEYS),
    keyMarker,
    versionIdMarker,
  };
}

/** S3's listings contain no fractions of seconds. */
const wholeSecond = (ms: number): string => new Date(Math.floor(ms / 1000) * 1000).toISOString();
