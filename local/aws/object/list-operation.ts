import { answerXml, type Call } from "./call.ts";
import { encodeUri } from "./request-head.ts";
import { S3Error } from "./s3-error.ts";
import type { StoredObject } from "./stored-object.ts";
import { xmlDocument, xmlFields } from "./xml.ts";

interface Listing {
  readonly objects: StoredObject[];
  readonly prefixes: string[];
  /** The key after which the next page begins; absent on the last page. */
  next?: string;
}

interface Wanted {
  readonly prefix: string;
  readonly delimiter: string;
  readonly maxKeys: number;
  readonly after: string;
}

export const MAX_KEYS = 1_000;
/** This character sorts after everything that a key may contain. */
const LAST_CHARACTER = "\u{10FFFF}";

export async function listObjects({ head, store, response }: Call): Promise<void> {
  const wanted = wantedOf(head.query);
  const listing = list((after) => store.index.next(head.bucket, { after, from: wanted.prefix }), wanted);
  const encode = head.query.get("encoding-type") === "url" ? encodeKey : (key: string) => key;
  const fields = xmlFields({
    Name: head.bucket,
    Prefix: encode(wanted.prefix),
    Delimiter: wanted.delimiter === "" ? undefined : encode(wanted.delimiter),
    MaxKeys: wanted.maxKeys,
    KeyCount: listing.objects.length + listing.prefixes.length,
    IsTruncated: listing.next !== undefined,
    EncodingType: head.query.get("encoding-type"),
    ContinuationToken: head.query.get("continuation-token"),
    StartAfter: head.query.get("start-after"),
    NextContinuationToken: listing.next && Buffer.from(listing.next).toString("base64url"),
  });
  const contents = listing.objects.map((object) => `<Contents>${objectFields(object, encode)}</Contents>`);
  const prefixes = listing.prefixes.map(
    (one) => `<CommonPrefixes>${xmlFields({ Prefix: encode(one) })}</CommonPrefixes>`,
  );
  answerXml(response, 200, xmlDocument("ListBucketResult", [fields, ...contents, ...prefixes].join("")));
}

function list(next: (after: string) => StoredObject | undefined, wanted: Wanted): Listing {
  const listing: Listing = { objects: [], prefixes: [] };
  let position = wanted.after;
  for (let object = next(position); object?.key.startsWith(wanted.prefix); object = next(position)) {
    if (listing.objects.length + listing.prefixes.length >= wanted.maxKeys) {
      if (wanted.maxKeys > 0) listing.next = position;
      break;
    }
    const common = commonPrefix(object.key, wanted);
    if (common === undefined) listing.objects.push(object);
    else listing.prefixes.push(common);
    position = common === undefined ? object.key : common + LAST_CHARACTER;
  }
  return listing;
}

function commonPrefix(key: string, { prefix, delimiter }: Wanted): string | undefined {
  const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
  return end < 0 ? undefined : key.slice(0, end + delimiter.length);
}

function wantedOf(query: ReadonlyMap<string, string>): Wanted {
  const maxKeys = Number(query.get("max-keys") ?? MAX_KEYS);
  if (!Number.isInteger(maxKeys) || maxKeys < 0) throw new S3Error("InvalidArgument", "max-keys is not a number.");
  const token = query.get("continuation-token");
  return {
    prefix: query.get("prefix") ?? "",
    delimiter: query.get("delimiter") ?? "",
    maxKeys: Math.min(maxKeys, MAX_KEYS),
    after: token === undefined ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString(),
  };
}

function objectFields({ key, modifiedAt, etag, size }: StoredObject, encode: (key: string) => string): string {
  return xmlFields({
    Key: encode(key),
    LastModified: new Date(modifiedAt).toISOString(),
    ETag: `"${etag}"`,
    Size: size,
    StorageClass: "STANDARD",
  });
}

export const encodeKey = (key: string) => key.split("/").map(encodeUri).join("/");
