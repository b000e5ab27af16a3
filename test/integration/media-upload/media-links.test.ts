import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MediaOrigin, mediaOrigin } from "../../../local/aws/media-origin/media-origin.ts";
import { type ObjectEngine, startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import { CloudFrontLinks } from "../../../shared/conversations/cloudfront/signed-links.ts";

const CREDENTIALS = { accessKeyId: "links-test", secretAccessKey: "links-test-secret" };
const BUCKET = "media-links-test";
const KEY = "outbound/3b671a64/1b671a64/file-1";
const CONTENT = Buffer.from("<script>alert(1)</script>".repeat(100));
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const STORED = {
  objectKey: KEY,
  contentType: "text/plain",
  filename: 'Über "uns" (1).html',
  sizeBytes: CONTENT.length,
};

describe("media links", () => {
  let dir: string;
  let engine: ObjectEngine;
  let origin: MediaOrigin;
  let server: Server;
  let baseUrl: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "herald-links-"));
    engine = await startObjectEngine({ port: 0, dir, buckets: [BUCKET], credentials: CREDENTIALS });
    const store = { endpoint: engine.endpoint, region: "us-east-1", credentials: CREDENTIALS };
    const client = new S3Client({ ...store, forcePathStyle: true });
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: KEY, Body: CONTENT, ContentType: "text/plain" }));
    client.destroy();
    const key = { id: "KTEST", publicKey: createPublicKey(privateKey) };
    origin = mediaOrigin({ store, bucket: BUCKET, key, origin: () => baseUrl });
    server = createServer(origin.listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    origin.close();
    await engine.close();
    await rm(dir, { recursive: true, force: true });
  });

  const links = (changes: { privateKey?: string; lifetimeSeconds?: number } = {}) =>
    new CloudFrontLinks({
      deliveryUrl: `${baseUrl}/media`,
      publicKeyId: "KTEST",
      privateKey: async () => changes.privateKey ?? pem,
      lifetimeSeconds: changes.lifetimeSeconds ?? 60,
    });

  it("serves the object to be saved under its name, and never to be shown", async () => {
    const { url, expiresAtMs } = await links().sign(STORED, Date.now());
    expect(expiresAtMs - Date.now()).toBeGreaterThan(58_000);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/plain",
      "content-disposition": `attachment; filename="_ber _uns_ (1).html"; filename*=UTF-8''%C3%9Cber%20%22uns%22%20%281%29.html`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(CONTENT);
  });

  it("serves ranges and heads", async () => {
    const { url } = await links().sign(STORED, Date.now());
    const part = await fetch(url, { headers: { range: "bytes=8-13" } });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      `bytes 8-13/${CONTENT.length}`,
      "alert(",
    ]);
    expect((await fetch(url, { headers: { range: "bytes=99999-" } })).status).toBe(416);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(CONTENT.length)]);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
  });

  it.each([
    ["another object", (url: string) => url.replace("file-1", "file-2")],
    ["another name", (url: string) => url.replace("uns", "sie")],
    ["no name", (url: string) => url.replace(/response-content-disposition=[^&]*&/, "")],
    ["a later end", (url: string) => url.replace(/Expires=(\d+)/, (_, at: string) => `Expires=${Number(at) + 1000}`)],
    ["two ends", (url: string) => `${url}&Expires=99999999999`],
    ["no signature", (url: string) => url.replace(/&Signature=[^&]*/, "")],
    ["a cut signature", (url: string) => url.replace(/(Signature=[^&]{20})[^&]*/, "$1")],
    ["another key", (url: string) => url.replace("KTEST", "KOTHER")],
    ["another algorithm", (url: string) => url.replace("SHA256", "SHA1")],
    ["one more parameter", (url: string) => `${url}&response-content-type=text/html`],
    ["nothing", (url: string) => url.replace(/\?.*/, "")],
  ])("refuses a link with %s", async (_, change) => {
    const { url } = await links().sign(STORED, Date.now());
    expect(change(url)).not.toBe(url);
    const answer = await fetch(change(url));
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("AccessDenied")]);
  });

  it("refuses a link that is over, one of a stranger, and one to nothing", async () => {
    const late = await links().sign(STORED, Date.now() - 61_000);
    const { privateKey: other } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const stranger = links({ privateKey: other.export({ type: "pkcs8", format: "pem" }).toString() });
    const strange = await stranger.sign(STORED, Date.now());
    const lost = await links().sign({ ...STORED, objectKey: "outbound/none" }, Date.now());
    for (const { url } of [late, strange, lost]) expect((await fetch(url)).status).toBe(403);
  });

  it("signs with an RSA key as well, and asks again for a key that did not come", async () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const rsaPem = rsa.export({ type: "pkcs8", format: "pem" }).toString();
    expect((await links({ privateKey: rsaPem }).sign(STORED, Date.now())).url).toContain("Signature=");
    let asked = 0;
    const flaky = new CloudFrontLinks({
      deliveryUrl: "https://media.example.com/media/",
      publicKeyId: "KTEST",
      privateKey: async () => {
        asked += 1;
        if (asked === 1) throw new Error("not now");
        return pem;
      },
      lifetimeSeconds: 60,
    });
    await expect(flaky.sign(STORED, 0)).rejects.toThrow("not now");
    const [{ url }] = await Promise.all([flaky.sign(STORED, 0), flaky.sign(STORED, 0)]);
    expect(url.startsWith(`https://media.example.com/media/${KEY}?`)).toBe(true);
  });
});
