import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ObjectEngine, startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import type { MailFiles, UploadedFiles, UploadTarget } from "../../../shared/email/ports.ts";
import { S3AttachmentBucket } from "../../../shared/email/s3/attachment-bucket.ts";
import { attachmentPrefixesOf, keptKey, uploadKey } from "../../../shared/email/s3/attachment-keys.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryAttachments } from "../../support/in-memory-attachments.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

let folder = "";
let engine: ObjectEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-attachments-"));
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

type Files = UploadedFiles & UploadTarget & MailFiles;
const STORES: Readonly<Record<string, () => Files>> = {
  S3: () => new S3AttachmentBucket("content"),
  "in memory": inMemoryAttachments,
};

const FILENAME = 'Übersicht 漢字 🎉 "x".pdf';

describe.each(Object.entries(STORES))("files of mails, %s", (_, open) => {
  const uploaded = async (files: Files, bytes: Uint8Array) => {
    const owner = anOwner();
    const id = crypto.randomUUID();
    const writer = files.open(owner, { id, filename: FILENAME, likelyContentType: () => "application/pdf" });
    await writer.write(bytes);
    await writer.finish("application/pdf");
    return { owner, id };
  };

  it.each([0, 3, 6_000_000])("keeps a file of %i bytes with its name and its type, in ranges too", async (size) => {
    const files = open();
    const bytes = randomBytes(size);
    const { owner, id } = await uploaded(files, bytes);
    const described = { filename: FILENAME, contentType: "application/pdf", sizeBytes: size };
    const found = await files.find(owner, id, "now");
    expect(found).toMatchObject({ ...described, isKept: false });
    expect(await files.has(found?.key ?? "")).toBe(false);
    await files.keep(owner, id, "now");
    await files.keep(owner, id, "now");
    expect(await files.find(owner, id, "now")).toEqual({ ...found, isKept: true });
    expect(await files.has(found?.key ?? "")).toBe(true);
    if (size === 0) return;
    const from = Math.floor(size / 2);
    expect(Buffer.compare(await files.read(found?.key ?? "", from, size - from), bytes.subarray(from))).toBe(0);
  });

  it("keeps what waits for its time apart from what leaves now", async () => {
    const files = open();
    const { owner, id } = await uploaded(files, randomBytes(3));
    await files.keep(owner, id, "later");
    const [now, later] = await Promise.all([files.find(owner, id, "now"), files.find(owner, id, "later")]);
    expect([now?.isKept, later?.isKept]).toEqual([false, true]);
    expect(now?.key).not.toBe(later?.key);
  });

  it("renews a kept file for its whole lifetime, and changes nothing else of it", async () => {
    const files = open();
    const bytes = randomBytes(3);
    const { owner, id } = await uploaded(files, bytes);
    const { key = "" } = (await files.find(owner, id, "now")) ?? {};
    expect(await files.renew(key)).toBe(false);
    await files.keep(owner, id, "now");
    const kept = await files.find(owner, id, "now");
    expect(await files.renew(key)).toBe(true);
    expect(await files.find(owner, id, "now")).toEqual(kept);
    expect(Buffer.compare(await files.read(key, 0, 3), bytes)).toBe(0);
  });

  it("shows an upload to its owner alone, and nothing that was taken back or is unknown", async () => {
    const files = open();
    const { owner, id } = await uploaded(files, randomBytes(3));
    expect(await files.find(anOwner("another"), id, "now")).toBeUndefined();
    expect(await files.find(owner, crypto.randomUUID(), "now")).toBeUndefined();
    const lost = crypto.randomUUID();
    const writer = files.open(owner, { id: lost, filename: "a", likelyContentType: () => "text/plain" });
    await writer.write(randomBytes(6_000_000));
    await writer.discard();
    expect(await files.find(owner, lost, "now")).toBeUndefined();
    await expect(files.keep(owner, lost, "now")).rejects.toThrow();
    await expect(files.read("attachments/none", 0, 1)).rejects.toThrow();
  });
});

it("an owner's files lie below prefixes of their own, which do not show who it is", () => {
  const owner = anOwner("anna@example.org");
  const keys = [uploadKey(owner, "1"), keptKey(owner, "1", "now"), keptKey(owner, "1", "later")];
  expect(keys.map((key, i) => key.startsWith(attachmentPrefixesOf(owner)[i] ?? "-"))).toEqual([true, true, true]);
  expect(keys.join()).not.toContain("anna");
});
