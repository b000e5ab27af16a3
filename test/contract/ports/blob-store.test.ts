import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ObjectEngine, startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import { S3BlobStore } from "../../../shared/aws/s3/blob-store.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

let folder = "";
let engine: ObjectEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-blobs-"));
  engine = await startObjectEngine({ port: 0, dir: folder, buckets: ["content"], credentials: CREDENTIALS });
  vi.stubEnv("AWS_ENDPOINT_URL_S3", engine.endpoint);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", CREDENTIALS.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", CREDENTIALS.secretAccessKey);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

describe("S3BlobStore", () => {
  it.each([0, 1, 1_048_576])("keeps %i bytes as they are", async (length) => {
    const store = new S3BlobStore("content");
    const bytes = new Uint8Array(randomBytes(length));
    await store.put(`bodies/${length}`, bytes);
    expect(Buffer.compare(await store.get(`bodies/${length}`), bytes)).toBe(0);
  });

  it("throws when the key or the bucket is missing", async () => {
    await expect(new S3BlobStore("content").get("bodies/none")).rejects.toThrow();
    await expect(new S3BlobStore("elsewhere").put("bodies/x", new Uint8Array(1))).rejects.toThrow();
  });
});
