import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ListObjectVersionsCommand, PutBucketVersioningCommand, S3Client } from "@aws-sdk/client-s3";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ObjectEngine, startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import { ContentVersions } from "../../../ops/content/content-versions.ts";
import { DynamoOwnerEraser } from "../../../ops/erase-owner/owner-eraser.ts";
import { S3BlobStore } from "../../../shared/aws/s3/blob-store.ts";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { DynamoEmailTemplateStore } from "../../../shared/email/dynamo/email-template-store.ts";
import { S3AttachmentBucket } from "../../../shared/email/s3/attachment-bucket.ts";
import { attachmentPrefixesOf } from "../../../shared/email/s3/attachment-keys.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { CREDENTIALS, type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const Bucket = "content";
const large = () => randomBytes(400_000).toString("base64");
let folder = "";
let objects: ObjectEngine;
let tables: TableFixture;
let client: S3Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-erased-"));
  objects = await startObjectEngine({ port: 0, dir: folder, buckets: [Bucket], credentials: CREDENTIALS });
  tables = await tableFixture();
  vi.stubEnv("AWS_ENDPOINT_URL_S3", objects.endpoint);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", CREDENTIALS.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", CREDENTIALS.secretAccessKey);
  client = new S3Client({ forcePathStyle: true });
  await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  client.destroy();
  await Promise.all([objects.close(), tables.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function kept(): Promise<string[]> {
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  return [...Versions, ...DeleteMarkers].map(({ Key = "" }) => Key);
}

function world() {
  const store = new S3BlobStore(Bucket);
  const blobs = async () => store;
  const clock = fakeClock();
  const content = new ContentVersions(Bucket);
  return {
    templates: new DynamoEmailTemplateStore(tables.client, { table: "Config", blobs }),
    notifications: new DynamoNotificationStore(tables.client, {
      codecs: CONTENT_CODECS,
      ...{ table: "Notifications", leaseMs: 90_000, clock, blobs, contentKeptDays: 7, recordKeptDays: 90 },
    }),
    eraser: new DynamoOwnerEraser(tables.client, {
      ...{ configTable: "Config", apiKeysTable: "ApiKeys", notificationsTable: "Notifications", chatTable: "Chat" },
      ...{ eventsTable: "Events", webhooksTable: "Webhooks" },
      ...{ log: silentLog, clock, eraseBlobs: (prefix) => content.eraseBelow(prefix) },
    }),
  };
}

describe("an owner's erasure, where the bucket keeps versions", () => {
  it("leaves no version of a content, of a template, nor of a template's text from before", async () => {
    const [owner, other] = [anOwner(), anOwner()];
    const { templates, notifications, eraser } = world();
    const template = anEmailTemplate({ owner, body: large() });
    await templates.create(template);
    await templates.replace({ ...template, body: large() });
    const gone = anEmailTemplate({ owner, body: large() });
    await templates.create(gone);
    await templates.remove(owner, gone.id);
    await notifications.add(aNotification({ owner }), anEmail({ body: large() }));
    await templates.create(anEmailTemplate({ owner: other, body: large() }));
    expect((await kept()).length).toBeGreaterThan(5);
    expect(await eraser.erase(owner)).toMatchObject({ live: { blobs: 4 } });
    const [left, ...more] = await kept();
    expect([left?.split("/")[1], more]).toEqual([createHash("sha256").update(other).digest("hex"), []]);
    expect(await eraser.erase(owner)).toMatchObject({ live: { blobs: 0 }, test: { blobs: 0 } });
  });

  it("is noted without a name, for as long as a backup could bring the owner back", async () => {
    const owner = anOwner();
    await world().eraser.erase(owner);
    const sk = createHash("sha256").update(owner).digest("hex");
    const get = new GetCommand({ TableName: "Notifications", Key: { pk: "ERASED#OWNERS", sk } });
    const { Item } = await tables.client.send(get);
    const nowMs = fakeClock().now();
    expect(Item).toEqual({ pk: "ERASED#OWNERS", sk, at: new Date(nowMs).toISOString(), ttl: expect.any(Number) });
    expect(Item?.ttl).toBeGreaterThan(nowMs / 1000 + 35 * 86_400);
    expect(JSON.stringify(Item)).not.toContain(owner);
  });

  it("leaves no file that was uploaded, and none that a mail has sent (D43)", async () => {
    const [owner, other] = [anOwner(), anOwner()];
    const { eraser } = world();
    const files = new S3AttachmentBucket(Bucket);
    for (const one of [owner, other]) {
      const upload = { id: crypto.randomUUID(), filename: "a.pdf", likelyContentType: () => "application/pdf" };
      const writer = files.open(one, upload);
      await writer.write(randomBytes(10));
      await writer.finish("application/pdf");
      for (const term of ["now", "later", "now"] as const) await files.keep(one, upload.id, term);
    }
    const before = await kept();
    const ofOwner = (keys: readonly string[], one: Owner) =>
      keys.filter((key) => attachmentPrefixesOf(one).some((prefix) => key.startsWith(prefix)));
    expect(ofOwner(before, owner)).toHaveLength(4);
    expect((await eraser.erase(owner)).live.blobs).toBe(4);
    expect([ofOwner(await kept(), owner).length, ofOwner(await kept(), other).length]).toEqual([0, 4]);
  });
});
