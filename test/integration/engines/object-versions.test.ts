import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ObjectFixture, objectFixture } from "./object-fixture.ts";

const Bucket = "content";
let at: ObjectFixture;
beforeEach(async () => {
  at = await objectFixture();
});
afterEach(() => at.close());

const enable = () =>
  at.client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }));
const put = (Key: string, Body: string) => at.client.send(new PutObjectCommand({ Bucket, Key, Body }));
const remove = (Key: string, VersionId?: string) => at.client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
const text = async (Key: string, VersionId?: string) =>
  (await at.client.send(new GetObjectCommand({ Bucket, Key, VersionId }))).Body?.transformToString();
const keys = async () =>
  ((await at.client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key);
const list = (more: Partial<ListObjectVersionsCommandInput> = {}) =>
  at.client.send(new ListObjectVersionsCommand({ Bucket, ...more }));

describe("a bucket with versions", () => {
  it("says so, also after a restart; suspending is not known", async () => {
    const status = async () => (await at.client.send(new GetBucketVersioningCommand({ Bucket }))).Status;
    expect(await status()).toBeUndefined();
    await enable();
    await at.restart();
    expect(await status()).toBe("Enabled");
    const suspend = new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Suspended" } });
    await expect(at.client.send(suspend)).rejects.toMatchObject({ name: "NotImplemented" });
  });

  it("keeps what was replaced and what was deleted, each under its own id", async () => {
    await enable();
    const [first, second] = [await put("x", "first"), await put("x", "second")];
    expect(await text("x")).toBe("second");
    const removed = await remove("x");
    expect(removed).toMatchObject({ DeleteMarker: true, VersionId: expect.any(String) });
    await at.restart();
    await expect(text("x")).rejects.toMatchObject({ name: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
    expect(await keys()).toEqual([]);
    expect(await text("x", first.VersionId)).toBe("first");
    expect(await text("x", second.VersionId)).toBe("second");
    const { Versions = [], DeleteMarkers = [] } = await list();
    expect(Versions.map(({ VersionId, IsLatest, Size }) => [VersionId, IsLatest, Size])).toEqual([
      [second.VersionId, false, 6],
      [first.VersionId, false, 5],
    ]);
    expect(DeleteMarkers).toMatchObject([{ Key: "x", VersionId: removed.VersionId, IsLatest: true }]);
  });

  it("tells the id of the version that it gives, and refuses to read a delete marker", async () => {
    await enable();
    const { VersionId } = await put("x", "y");
    const head = (version?: string) =>
      at.client.send(new HeadObjectCommand({ Bucket, Key: "x", ...(version && { VersionId: version }) }));
    expect(await head()).toMatchObject({ VersionId });
    expect(await head(VersionId)).toMatchObject({ VersionId, ContentLength: 1 });
    const marker = await remove("x");
    await expect(text("x", marker.VersionId)).rejects.toMatchObject({ $metadata: { httpStatusCode: 405 } });
    await expect(text("x", "00000000-0000-4000-8000-000000000000")).rejects.toMatchObject({ name: "NoSuchVersion" });
  });

  it("brings an object back by a copy of its version, under its own key", async () => {
    await enable();
    const { VersionId } = await put("a b/ü?", "content");
    await remove("a b/ü?");
    const CopySource = `${Bucket}/${encodeURIComponent("a b/ü?")}?versionId=${VersionId}`;
    const copied = await at.client.send(new CopyObjectCommand({ Bucket, Key: "a b/ü?", CopySource }));
    expect(copied.CopySourceVersionId).toBe(VersionId);
    expect(await text("a b/ü?")).toBe("content");
    const { Versions = [], DeleteMarkers = [] } = await list();
    expect([Versions.length, DeleteMarkers.length]).toEqual([2, 1]);
  });

  it("removes a version for good, its content too; the one before takes the newest's place", async () => {
    await enable();
    const versions = [await put("x", "first"), await put("x", "second")];
    const marker = await remove("x");
    expect(await remove("x", marker.VersionId)).toMatchObject({ DeleteMarker: true });
    expect(await text("x")).toBe("second");
    await remove("x", versions[1]?.VersionId);
    expect(await text("x")).toBe("first");
    await remove("x", versions[0]?.VersionId);
    await expect(text("x")).rejects.toMatchObject({ name: "NoSuchKey" });
    expect((await list()).Versions).toBeUndefined();
    expect((await at.files()).content).toEqual([]);
    // Removing a version a second time is no error.
    await expect(remove("x", versions[0]?.VersionId)).resolves.toBeDefined();
  });

  it("gives what was there before the id null, and keeps it when it is replaced", async () => {
    await put("old", "before");
    await enable();
    expect((await list()).Versions).toMatchObject([{ Key: "old", VersionId: "null", IsLatest: true }]);
    await put("old", "after");
    expect(await text("old", "null")).toBe("before");
    await remove("old", "null");
    await expect(text("old", "null")).rejects.toMatchObject({ name: "NoSuchVersion" });
    expect(await text("old")).toBe("after");
    expect((await at.files()).content).toHaveLength(1);
  });

  it("lists them by key, the newest of each first, in pages", async () => {
    await enable();
    for (const key of ["b", "a", "b", "c", "b"]) await put(key, key);
    await remove("c");
    const all: string[] = [];
    let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
    for (let pages = 0; pages < 10; pages++) {
      const page = await list({ MaxKeys: 2, ...from });
      all.push(...[...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ VersionId = "" }) => VersionId));
      if (!page.IsTruncated) break;
      from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
    }
    expect(new Set(all).size).toBe(6);
    expect(all).toHaveLength(6);
    const { Versions = [] } = await list({ Prefix: "b" });
    expect(Versions.map(({ Key, IsLatest }) => [Key, IsLatest])).toEqual([
      ["b", true],
      ["b", false],
      ["b", false],
    ]);
  });
});

describe("a bucket without versions", () => {
  it("lists its objects under the id null, and deletes one by it", async () => {
    await put("x", "y");
    expect((await list()).Versions).toMatchObject([{ Key: "x", VersionId: "null", IsLatest: true }]);
    await remove("x", "null");
    expect(await keys()).toEqual([]);
    expect((await at.files()).content).toEqual([]);
  });
});
