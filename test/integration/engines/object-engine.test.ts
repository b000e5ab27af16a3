import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import { CREDENTIALS, type ObjectFixture, objectFixture } from "./object-fixture.ts";

const Bucket = "media";
let at: ObjectFixture;
beforeEach(async () => {
  at = await objectFixture();
});
afterEach(() => at.close());

const put = (Key: string, Body: string | Buffer | Readable, more: Partial<PutObjectCommandInput> = {}) =>
  at.client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = (Key: string, more: object = {}) => at.client.send(new GetObjectCommand({ Bucket, Key, ...more }));
const text = async (Key: string) => (await get(Key)).Body?.transformToString();
const md5 = (bytes: string | Buffer) => createHash("md5").update(bytes).digest("hex");

describe("objects", () => {
  it("come back with their content, type and metadata, also after a restart", async () => {
    const sent = await put("a/b.txt", "héllo", {
      ContentType: "text/plain; charset=utf-8",
      CacheControl: "max-age=60",
      ContentDisposition: 'attachment; filename="x.txt"',
      Metadata: { owner: "demo", kind: "text" },
    });
    expect(sent.ETag).toBe(`"${md5("héllo")}"`);
    await at.restart();
    const found = await get("a/b.txt");
    expect(await found.Body?.transformToString()).toBe("héllo");
    expect(found).toMatchObject({
      ContentType: "text/plain; charset=utf-8",
      CacheControl: "max-age=60",
      ContentDisposition: 'attachment; filename="x.txt"',
      ContentLength: 6,
      ETag: sent.ETag,
      Metadata: { owner: "demo", kind: "text" },
    });
    const head = await at.client.send(new HeadObjectCommand({ Bucket, Key: "a/b.txt" }));
    expect(head).toMatchObject({ ContentLength: 6, ETag: sent.ETag, Metadata: { owner: "demo", kind: "text" } });
    expect(Date.now() - Number(head.LastModified)).toBeLessThan(60_000);
  });

  it("may be empty, and are replaced by what comes later", async () => {
    await put("x", "first");
    await put("x", "");
    expect(await text("x")).toBe("");
    await put("x", "third");
    expect(await text("x")).toBe("third");
    expect((await at.files()).content).toHaveLength(1);
  });

  it("are gone when they are deleted; deleting again is no error", async () => {
    await put("x", "y");
    await at.client.send(new DeleteObjectCommand({ Bucket, Key: "x" }));
    await expect(at.client.send(new DeleteObjectCommand({ Bucket, Key: "x" }))).resolves.toBeDefined();
    await expect(get("x")).rejects.toMatchObject({ name: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
    expect((await at.files()).content).toEqual([]);
  });

  it("that are missing, or in a missing bucket, are told apart", async () => {
    await expect(get("nope")).rejects.toMatchObject({ name: "NoSuchKey" });
    await expect(at.client.send(new HeadObjectCommand({ Bucket, Key: "nope" }))).rejects.toMatchObject({
      name: "NotFound",
    });
    const elsewhere = new GetObjectCommand({ Bucket: "nowhere", Key: "x" });
    await expect(at.client.send(elsewhere)).rejects.toMatchObject({ name: "NoSuchBucket" });
    await expect(at.client.send(new HeadBucketCommand({ Bucket: "nowhere" }))).rejects.toMatchObject({
      name: "NotFound",
    });
    await expect(at.client.send(new HeadBucketCommand({ Bucket }))).resolves.toBeDefined();
  });

  it.each([
    "../../etc/passwd",
    "..",
    "a//b",
    "/leading",
    "trailing/",
    "a b+c&d=e?f#g%20",
    "ünï/日本/🌍",
    "quote'\"(*)!<>",
    "x".repeat(1024),
    "tab\tnew\nline",
  ])("may have any key: %j", async (key) => {
    await put(key, key);
    expect(await text(key)).toBe(key);
    const { Contents = [] } = await at.client.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents.map(({ Key }) => Key)).toEqual([key]);
  });

  it("refuse a key over 1,024 bytes and metadata over 2 KB", async () => {
    await expect(put("x".repeat(1025), "y")).rejects.toMatchObject({ name: "KeyTooLongError" });
    await expect(put("x", "y", { Metadata: { a: "b".repeat(2048) } })).rejects.toMatchObject({
      name: "MetadataTooLarge",
    });
  });

  it("are streamed in, of known length, with a checksum that follows", async () => {
    const bytes = randomBytes(3_000_000);
    const pieces = Array.from({ length: 30 }, (_, index) => bytes.subarray(index * 100_000, (index + 1) * 100_000));
    await put("stream", Readable.from(pieces), { ContentLength: bytes.length });
    const found = await (await get("stream")).Body?.transformToByteArray();
    expect(Buffer.from(found ?? []).equals(bytes)).toBe(true);
    const head = await at.client.send(new HeadObjectCommand({ Bucket, Key: "stream" }));
    expect(head.ContentEncoding).toBeUndefined();
  });

  it("are given in ranges", async () => {
    await put("x", "0123456789");
    const range = async (Range: string) => {
      const found = await get("x", { Range });
      return [await found.Body?.transformToString(), found.ContentRange, found.$metadata.httpStatusCode];
    };
    expect(await range("bytes=2-4")).toEqual(["234", "bytes 2-4/10", 206]);
    expect(await range("bytes=7-")).toEqual(["789", "bytes 7-9/10", 206]);
    expect(await range("bytes=-2")).toEqual(["89", "bytes 8-9/10", 206]);
    expect(await range("bytes=5-100")).toEqual(["56789", "bytes 5-9/10", 206]);
    expect(await range("lines=1-2")).toEqual(["0123456789", undefined, 200]);
    await expect(range("bytes=10-")).rejects.toMatchObject({ name: "InvalidRange" });
  });

  it("are written once with If-None-Match: *, by one of many", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => put("once", `writer ${index}`, { IfNoneMatch: "*" })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(put("once", "late", { IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
    expect((await at.files()).content).toHaveLength(1);
  });

  it("are read and replaced on the condition of their tag", async () => {
    const { ETag } = await put("x", "1");
    await expect(get("x", { IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    await expect(get("x", { IfMatch: '"other"' })).rejects.toMatchObject({ name: "PreconditionFailed" });
    await expect(put("x", "2", { IfMatch: '"other"' })).rejects.toMatchObject({ name: "PreconditionFailed" });
    await put("x", "2", { IfMatch: ETag });
    expect(await text("x")).toBe("2");
  });

  it("are copied, with their metadata or other", async () => {
    await put("from ä", "content", { ContentType: "text/plain", Metadata: { a: "1" } });
    const CopySource = `media/${encodeURIComponent("from ä")}`;
    await at.client.send(new CopyObjectCommand({ Bucket: "content", Key: "to", CopySource }));
    const copy = await at.client.send(new GetObjectCommand({ Bucket: "content", Key: "to" }));
    expect(await copy.Body?.transformToString()).toBe("content");
    expect(copy).toMatchObject({ ContentType: "text/plain", Metadata: { a: "1" } });
    const other = { MetadataDirective: "REPLACE", ContentType: "image/png", Metadata: { b: "2" } } as const;
    await at.client.send(new CopyObjectCommand({ Bucket, Key: "from ä", CopySource, ...other }));
    expect(await get("from ä")).toMatchObject({ ContentType: "image/png", Metadata: { b: "2" } });
    const missing = new CopyObjectCommand({ Bucket, Key: "y", CopySource: "media/none" });
    await expect(at.client.send(missing)).rejects.toMatchObject({ name: "NoSuchKey" });
    const toItself = new CopyObjectCommand({ Bucket, Key: "from ä", CopySource });
    await expect(at.client.send(toItself)).rejects.toMatchObject({ name: "InvalidRequest" });
  });

  it("say so when an operation is not known", async () => {
    await put("x", "y");
    const acl = new GetObjectAclCommand({ Bucket, Key: "x" });
    await expect(at.client.send(acl)).rejects.toMatchObject({ name: "NotImplemented" });
  });
});

describe("checksums", () => {
  it.each(["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"] as const)("%s is checked and kept", async (name) => {
    const bytes = randomBytes(100_003);
    const sent = await put("x", bytes, { ChecksumAlgorithm: name });
    const field = `Checksum${name}` as const;
    expect(sent[field]).toBeDefined();
    const found = await get("x", { ChecksumMode: "ENABLED" });
    expect(found[field]).toBe(sent[field]);
    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
    const wrong = { [field]: Buffer.alloc(Buffer.from(sent[field] ?? "", "base64").length).toString("base64") };
    await expect(put("y", bytes, wrong)).rejects.toMatchObject({ name: "BadDigest" });
    await expect(put("y", bytes, { [field]: "AA==" })).rejects.toMatchObject({ name: "InvalidRequest" });
    await expect(get("y")).rejects.toMatchObject({ name: "NoSuchKey" });
    expect(await at.files()).toMatchObject({ incoming: [] });
  });

  it("Content-MD5 is checked", async () => {
    await put("x", "y", { ContentMD5: Buffer.from(md5("y"), "hex").toString("base64") });
    const wrong = Buffer.from(md5("z"), "hex").toString("base64");
    await expect(put("x", "y", { ContentMD5: wrong })).rejects.toMatchObject({ name: "BadDigest" });
    await expect(put("x", "y", { ContentMD5: "nonsense" })).rejects.toMatchObject({ name: "InvalidDigest" });
  });
});

describe("lists", () => {
  const keysOf = (found: { Contents?: { Key?: string | undefined }[] | undefined }) =>
    found.Contents?.map(({ Key }) => Key) ?? [];

  it("are in order of bytes, by prefix, in pages", async () => {
    const keys = ["b/2", "b/1", "a", "c", "b/é", "b/z", "B", "b"];
    for (const key of keys) await put(key, key);
    const sorted = keys.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
    const list = (more: object = {}) => at.client.send(new ListObjectsV2Command({ Bucket, ...more }));
    expect(keysOf(await list())).toEqual(sorted);
    expect(keysOf(await list({ Prefix: "b/" }))).toEqual(["b/1", "b/2", "b/z", "b/é"]);
    expect(keysOf(await list({ StartAfter: "b/2" }))).toEqual(["b/z", "b/é", "c"]);
    expect(keysOf(await list({ Prefix: "none" }))).toEqual([]);
    const paged: unknown[] = [];
    for await (const page of paginateListObjectsV2({ client: at.client, pageSize: 3 }, { Bucket })) {
      expect(page.KeyCount).toBeLessThanOrEqual(3);
      paged.push(...keysOf(page));
    }
    expect(paged).toEqual(sorted);
    const [first] = (await list({ Prefix: "b/1" })).Contents ?? [];
    expect(first).toMatchObject({ Size: 3, ETag: `"${md5("b/1")}"` });
  });

  it("fold what lies below a delimiter, in pages too", async () => {
    for (const key of ["a", "d/1", "d/2", "e/1", "e/f/1", "z"]) await put(key, "x");
    const folded: unknown[] = [];
    for await (const page of paginateListObjectsV2({ client: at.client, pageSize: 1 }, { Bucket, Delimiter: "/" })) {
      folded.push(...keysOf(page), ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
    }
    expect(folded).toEqual(["a", "d/", "e/", "z"]);
    const below = await at.client.send(new ListObjectsV2Command({ Bucket, Prefix: "e/", Delimiter: "/" }));
    expect(keysOf(below)).toEqual(["e/1"]);
    expect(below.CommonPrefixes).toEqual([{ Prefix: "e/f/" }]);
    const encoded = await at.client.send(new ListObjectsV2Command({ Bucket, EncodingType: "url", Prefix: "d/" }));
    expect(keysOf(encoded)).toEqual(["d/1", "d/2"]);
  });
});

describe("uploads in parts", () => {
  const MIB = 1024 * 1024;
  const begin = async (Key: string) =>
    (await at.client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: "video/mp4" }))).UploadId;
  const part = (UploadId: string | undefined, PartNumber: number, Body: Buffer) =>
    at.client.send(new UploadPartCommand({ Bucket, Key: "big", UploadId, PartNumber, Body }));
  const complete = (UploadId: string | undefined, Parts: { PartNumber: number; ETag: string | undefined }[]) =>
    at.client.send(new CompleteMultipartUploadCommand({ Bucket, Key: "big", UploadId, MultipartUpload: { Parts } }));

  it("make one object, over a restart, with a part sent twice", async () => {
    const UploadId = await begin("big");
    const bytes = randomBytes(11 * MIB);
    await part(UploadId, 1, randomBytes(10));
    const first = await part(UploadId, 1, bytes.subarray(0, 5 * MIB));
    const third = await part(UploadId, 3, bytes.subarray(10 * MIB));
    await at.restart();
    const second = await part(UploadId, 2, bytes.subarray(5 * MIB, 10 * MIB));
    const { ETag } = await complete(UploadId, [
      { PartNumber: 1, ETag: first.ETag },
      { PartNumber: 2, ETag: second.ETag },
      { PartNumber: 3, ETag: third.ETag },
    ]);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    const found = await get("big");
    expect(found).toMatchObject({ ContentType: "video/mp4", ContentLength: bytes.length, ETag });
    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
    expect((await at.files()).content).toHaveLength(1);
    await expect(complete(UploadId, [{ PartNumber: 1, ETag: first.ETag }])).rejects.toMatchObject({
      name: "NoSuchUpload",
    });
  });

  it("are refused with parts that are missing, too small, or out of order", async () => {
    const UploadId = await begin("big");
    const { ETag } = await part(UploadId, 1, randomBytes(10));
    await part(UploadId, 2, randomBytes(10));
    const parts = (...numbers: number[]) => numbers.map((PartNumber) => ({ PartNumber, ETag }));
    await expect(complete(UploadId, parts(1, 9))).rejects.toMatchObject({ name: "InvalidPart" });
    await expect(complete(UploadId, parts(2, 1))).rejects.toMatchObject({ name: "InvalidPartOrder" });
    await expect(complete(UploadId, parts(2))).rejects.toMatchObject({ name: "InvalidPart" });
    const second = await part(UploadId, 2, randomBytes(10));
    const both = [
      { PartNumber: 1, ETag },
      { PartNumber: 2, ETag: second.ETag },
    ];
    await expect(complete(UploadId, both)).rejects.toMatchObject({ name: "EntityTooSmall" });
    await expect(get("big")).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  it("leave nothing when they are aborted", async () => {
    const UploadId = await begin("big");
    await part(UploadId, 1, randomBytes(10));
    await at.client.send(new AbortMultipartUploadCommand({ Bucket, Key: "big", UploadId }));
    expect((await at.files()).content).toEqual([]);
    await expect(part(UploadId, 1, randomBytes(10))).rejects.toMatchObject({ name: "NoSuchUpload" });
  });
});

describe("startObjectEngine()", () => {
  it("refuses a folder that another engine has open, saying so", async () => {
    const again = startObjectEngine({ port: 0, dir: at.dir, buckets: [Bucket], credentials: CREDENTIALS });
    await expect(again).rejects.toThrow("another stack");
  });
});
