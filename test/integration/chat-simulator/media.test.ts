import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import {
  CreateWhatsAppMessageTemplateMediaCommand,
  DeleteWhatsAppMessageMediaCommand,
  GetWhatsAppMessageMediaCommand,
  PostWhatsAppMessageMediaCommand,
} from "@aws-sdk/client-socialmessaging";
import { describe, expect, it, onTestFinished } from "vitest";
import { startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import {
  aSimulator,
  control,
  eventually,
  PHONE_ID,
  refusal,
  send,
  sentMessages,
  type TestSimulator,
  temporaryFolder,
  text,
  WABA_ID,
  writeIn,
} from "./simulator-fixture.ts";

const ANA = "+15551230001";
const BUCKET = "media";
const credentials = { accessKeyId: "local", secretAccessKey: "local-secret" };

async function withBucket() {
  const engine = await startObjectEngine({ port: 0, dir: await temporaryFolder(), buckets: [BUCKET], credentials });
  const objectStore = { endpoint: engine.endpoint, credentials, region: "us-east-1" };
  const s3 = new S3Client(objectStore);
  onTestFinished(() => {
    s3.destroy();
    return engine.close();
  });
  const simulator = await aSimulator({ objectStore });
  const put = (key: string, body: string, type: string) =>
    s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body, ContentType: type }));
  return { simulator, s3, put };
}

const upload = ({ client }: TestSimulator, key: string) =>
  client.send(
    new PostWhatsAppMessageMediaCommand({
      originationPhoneNumberId: PHONE_ID,
      sourceS3File: { bucketName: BUCKET, key },
    }),
  );

async function inboundImage(simulator: TestSimulator, more: Record<string, unknown> = {}): Promise<string> {
  const content_base64 = Buffer.from("picture").toString("base64");
  await writeIn(simulator, ANA, { type: "image", image: {}, content_base64, ...more });
  const changes = await eventually(simulator.receiver.changes, (found) => found.length > 0);
  return changes[0]?.value.messages[0].image.id;
}

const copy = ({ client }: TestSimulator, mediaId: string, more: Record<string, unknown> = {}) =>
  client.send(
    new GetWhatsAppMessageMediaCommand({
      ...{ mediaId, originationPhoneNumberId: PHONE_ID },
      destinationS3File: { bucketName: BUCKET, key: "in/" },
      ...more,
    }),
  );

describe("media", () => {
  it("are copied into the bucket under prefix, id and extension", async () => {
    const { simulator, s3 } = await withBucket();
    const id = await inboundImage(simulator);
    expect(await copy(simulator, id)).toMatchObject({ mimeType: "image/jpeg", fileSize: 7 });
    const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: `in/${id}` }));
    expect(Contents?.map(({ Key }) => Key)).toEqual([`in/${id}.jpeg`]);
    const object = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: `in/${id}.jpeg` }));
    expect([object.ContentType, await object.Body?.transformToString()]).toEqual(["image/jpeg", "picture"]);
  });

  it("tell type and size alone with metadataOnly, and want one destination otherwise", async () => {
    const { simulator, s3 } = await withBucket();
    const id = await inboundImage(simulator, { content_type: "image/png" });
    const metadata = await copy(simulator, id, { metadataOnly: true, destinationS3File: undefined });
    expect(metadata).toMatchObject({ mimeType: "image/png", fileSize: 7 });
    const none = await refusal(copy(simulator, id, { destinationS3File: undefined }));
    const both = await refusal(copy(simulator, id, { destinationS3PresignedUrl: { url: "https://x", headers: {} } }));
    expect([none.name, both.name]).toEqual(["InvalidParametersException", "InvalidParametersException"]);
    expect((await s3.send(new ListObjectsV2Command({ Bucket: BUCKET }))).KeyCount).toBe(0);
  });

  it("are gone 7 days after the customer's message, and belong to one number", async () => {
    const { simulator } = await withBucket();
    const old = await inboundImage(simulator, { timestamp: Math.floor(Date.now() / 1000) - 7 * 86_400 - 1 });
    expect((await refusal(copy(simulator, old))).name).toBe("ResourceNotFoundException");
    expect((await refusal(copy(simulator, "530339869524171"))).name).toBe("ResourceNotFoundException");
  });

  it("fail as the caller's fault when the bucket is not there or there is no store", async () => {
    const { simulator } = await withBucket();
    const id = await inboundImage(simulator);
    const elsewhere = { destinationS3File: { bucketName: "nowhere", key: "in/" } };
    expect((await refusal(copy(simulator, id, elsewhere))).name).toBe("InvalidParametersException");
    const without = await aSimulator();
    expect((await refusal(copy(without, await inboundImage(without)))).message).toContain("no object store");
  });

  it("are uploaded from the bucket, sent by id, and deleted", async () => {
    const { simulator, put } = await withBucket();
    await put("out/a.png", "png", "image/png");
    const { mediaId = "" } = await upload(simulator, "out/a.png");
    expect(mediaId).toMatch(/^\d+$/);
    await writeIn(simulator, ANA, { type: "text", text: { body: "Hi" } });
    await send(simulator, { ...text(), type: "image", image: { id: mediaId, caption: "x" } });
    await send(simulator, { ...text(), type: "video", video: { id: mediaId } });
    const messages = await eventually(
      () => sentMessages(simulator),
      (found) => found.length === 2 && found.every(({ statuses }) => statuses.length > 0),
    );
    expect(messages.map(({ statuses }) => statuses[0]?.errors?.[0]?.code ?? statuses[0]?.status)).toEqual([
      "sent",
      131053,
    ]);
    const remove = () =>
      simulator.client.send(new DeleteWhatsAppMessageMediaCommand({ mediaId, originationPhoneNumberId: PHONE_ID }));
    expect((await remove()).success).toBe(true);
    expect((await refusal(remove())).name).toBe("ResourceNotFoundException");
  });

  it.each([
    ["an unknown type", "x", "application/x-thing"],
    ["an empty file", "", "image/png"],
    ["a picture that is too large", "x".repeat(5 * 1024 * 1024 + 1), "image/png"],
  ])("are refused: %s", async (_, body, type) => {
    const { simulator, put } = await withBucket();
    await put("a", body, type);
    expect((await refusal(upload(simulator, "a"))).name).toBe("InvalidParametersException");
    expect((await refusal(upload(simulator, "nothing"))).name).toBe("InvalidParametersException");
  });

  it("give a handle for a template's review", async () => {
    const { simulator, put } = await withBucket();
    await put("header.png", "png", "image/png");
    const create = (id: string) =>
      simulator.client.send(
        new CreateWhatsAppMessageTemplateMediaCommand({ id, sourceS3File: { bucketName: BUCKET, key: "header.png" } }),
      );
    expect((await create(WABA_ID)).metaHeaderHandle).toMatch(/^4::/);
    expect((await refusal(create("waba-0"))).name).toBe("ResourceNotFoundException");
    const fault = { operation: "CreateWhatsAppMessageTemplateMedia", status: 502, times: 1 };
    await control(simulator, "POST", "/api/faults", fault);
    expect((await refusal(create(WABA_ID))).name).toBe("DependencyException");
  });
});
