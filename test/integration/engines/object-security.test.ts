import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { GetObjectCommand, PutObjectCommand, type S3ClientConfig } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import { killableEngine } from "./killable-engine.ts";
import { CREDENTIALS, type ObjectFixture, objectFixture, s3Client } from "./object-fixture.ts";
import { presignedUrl, signedHeaders } from "./request-signer.ts";

const Bucket = "media";
let at: ObjectFixture;
beforeEach(async () => {
  at = await objectFixture();
});
afterEach(() => at.close());

const url = (key: string) => `${at.engine.endpoint}/media/${key}`;
const codeOf = async (response: Response) => /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
const text = async (Key: string) =>
  (await at.client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

describe("signatures", () => {
  const getAs = async (options: S3ClientConfig) => {
    const client = s3Client(at.engine.endpoint, options);
    try {
      return await client.send(new GetObjectCommand({ Bucket, Key: "x" }));
    } finally {
      client.destroy();
    }
  };

  it("are required, with the right key, at about the right time", async () => {
    await at.client.send(new PutObjectCommand({ Bucket, Key: "x", Body: "secret" }));
    const withKey = (key: Partial<typeof CREDENTIALS>) => getAs({ credentials: { ...CREDENTIALS, ...key } });
    await expect(withKey({ secretAccessKey: "wrong" })).rejects.toMatchObject({
      name: "SignatureDoesNotMatch",
      $metadata: { httpStatusCode: 403 },
    });
    await expect(withKey({ accessKeyId: "wrong" })).rejects.toMatchObject({ name: "InvalidAccessKeyId" });
    await expect(getAs({ systemClockOffset: 3_600_000 })).rejects.toMatchObject({ name: "RequestTimeTooSkewed" });
    const unsigned = await fetch(url("x"));
    expect([unsigned.status, await codeOf(unsigned)]).toEqual([403, "AccessDenied"]);
    expect((await fetch(url("%"))).status).toBe(400);
  });

  it("do not help a web page that calls the engine by another name", async () => {
    const headers = { ...signedHeaders({ method: "GET", url: url("x") }), host: "evil.example" };
    const request = httpRequest(url("x"), { headers });
    request.end();
    const [response] = await once(request, "response");
    expect(response.statusCode).toBe(421);
    response.resume();
  });

  it("in a URL allow what they say, until they expire", async () => {
    const put = await fetch(presignedUrl({ method: "PUT", url: url("up") }), { method: "PUT", body: "by url" });
    expect(put.status).toBe(200);
    const get = presignedUrl({ method: "GET", url: url("up") });
    expect(await (await fetch(get)).text()).toBe("by url");
    expect(await codeOf(await fetch(get, { method: "DELETE" }))).toBe("SignatureDoesNotMatch");
    expect(await codeOf(await fetch(get.replace("/up?", "/other?")))).toBe("SignatureDoesNotMatch");
    expect(await codeOf(await fetch(get, { headers: { "x-amz-meta-a": "1" } }))).toBe("AccessDenied");
    const old = presignedUrl({ method: "GET", url: url("up"), at: new Date(Date.now() - 61_000) });
    expect(await codeOf(await fetch(old))).toBe("AccessDenied");
  });

  it("in a URL hold an upload to the length that was signed", async () => {
    const target = presignedUrl({ method: "PUT", url: url("up"), headers: { "content-length": "4" } });
    const send = (body: string) => fetch(target, { method: "PUT", body });
    expect(await codeOf(await send("too long"))).toBe("SignatureDoesNotMatch");
    expect((await send("four")).status).toBe(200);
    expect(await text("up")).toBe("four");
  });
});

describe("uploads that are not what they say", () => {
  const put = (key: string, body: string | Buffer, options: { payload?: string; headers?: Record<string, string> }) =>
    fetch(url(key), { method: "PUT", body, headers: signedHeaders({ method: "PUT", url: url(key), ...options }) });
  const nothingIsKept = async () => expect(await at.files()).toEqual({ content: [], incoming: [] });

  it("are refused when the body is not the one that was signed", async () => {
    const payload = createHash("sha256").update("right").digest("hex");
    expect(await codeOf(await put("x", "wrong", { payload }))).toBe("XAmzContentSHA256Mismatch");
    await nothingIsKept();
    expect((await put("x", "right", { payload })).status).toBe(200);
  });

  const chunked = (body: string, length: number, more: Record<string, string> = {}) =>
    put("x", body, {
      payload: "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
      headers: { "x-amz-decoded-content-length": String(length), "content-encoding": "aws-chunked", ...more },
    });

  it("are refused when chunks are cut, too few, or do not match what follows them", async () => {
    const trailer = { "x-amz-trailer": "x-amz-checksum-crc32" };
    const whole = (sum: string) => `5\r\nhello\r\n0\r\nx-amz-checksum-crc32:${sum}\r\n\r\n`;
    expect(await codeOf(await chunked("5\r\nhel", 5))).toBe("IncompleteBody");
    expect(await codeOf(await chunked("5\r\nhello\r\n0\r\n\r\n", 9))).toBe("IncompleteBody");
    expect(await codeOf(await chunked("5\r\nhello\r\n0\r\n\r\n", 3))).toBe("IncompleteBody");
    expect(await codeOf(await chunked("no chunks\r\n", 9))).toBe("InvalidRequest");
    expect(await codeOf(await chunked(whole("AAAAAA=="), 5, trailer))).toBe("BadDigest");
    expect(await codeOf(await chunked("5\r\nhello\r\n0\r\n\r\n", 5, trailer))).toBe("InvalidRequest");
    await nothingIsKept();
    expect((await chunked(whole("NhCmhg=="), 5, trailer)).status).toBe(200);
    expect(await text("x")).toBe("hello");
  });

  it("are refused when they are too large", async () => {
    const large = new PutObjectCommand({ Bucket, Key: "x", Body: Buffer.alloc(32 * 1024 * 1024 + 1) });
    await expect(at.client.send(large)).rejects.toMatchObject({ name: "EntityTooLarge" });
    await nothingIsKept();
  });

  it("are refused without a length", async () => {
    const headers = signedHeaders({ method: "PUT", url: url("x") });
    const request = httpRequest(url("x"), { method: "PUT", headers: { ...headers, "transfer-encoding": "chunked" } });
    request.end("body");
    const [response] = await once(request, "response");
    expect(response.statusCode).toBe(411);
    response.resume();
  });

  it("leave what was there when the sender goes away in the middle", async () => {
    await at.client.send(new PutObjectCommand({ Bucket, Key: "x", Body: "whole" }));
    const headers = signedHeaders({ method: "PUT", url: url("x") });
    const request = httpRequest(url("x"), { method: "PUT", headers: { ...headers, "content-length": 1_000_000 } });
    request.on("error", () => {});
    request.write(Buffer.alloc(300_000));
    await expect.poll(async () => (await at.files()).incoming.length).toBe(1);
    request.destroy();
    await expect.poll(async () => (await at.files()).incoming.length).toBe(0);
    expect(await text("x")).toBe("whole");
    expect((await at.files()).content).toHaveLength(1);
  });
});

describe("kill -9", () => {
  it("loses no acknowledged object and leaves no half one", async () => {
    const dir = `${at.dir}/other`;
    const killed = await killableEngine("object", dir);
    const before = s3Client(killed.endpoint);
    const contents = new Map<string, Buffer>();
    await before.send(new PutObjectCommand({ Bucket, Key: "half", Body: "earlier" }));
    const halfUrl = `${killed.endpoint}/media/half`;
    const headers = { ...signedHeaders({ method: "PUT", url: halfUrl }), "content-length": 1_000_000 };
    const half = httpRequest(halfUrl, { method: "PUT", headers });
    half.on("error", () => {});
    half.write(Buffer.alloc(300_000));
    let death: Promise<void> | undefined;
    const writer = async (name: number) => {
      for (let count = 0; count < 500; count += 1) {
        const content = randomBytes(20_000);
        try {
          await before.send(new PutObjectCommand({ Bucket, Key: `${name}/${count}`, Body: content }));
        } catch {
          return;
        }
        contents.set(`${name}/${count}`, content);
        if (contents.size >= 60) death ??= killed.kill();
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(writer));
    await death;
    before.destroy();

    const engine = await startObjectEngine({ port: 0, dir, buckets: [Bucket], credentials: CREDENTIALS });
    const client = s3Client(engine.endpoint);
    const read = async (Key: string) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    };
    const wrong: string[] = [];
    for (const [key, content] of contents) if (!(await read(key)).equals(content)) wrong.push(key);
    expect(contents.size).toBeGreaterThanOrEqual(60);
    expect(wrong).toEqual([]);
    expect((await read("half")).toString()).toBe("earlier");
    client.destroy();
    await engine.close();
  });
});
