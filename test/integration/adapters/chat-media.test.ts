import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MediaGoneError, MediaProviderError, MediaRefusedError } from "../../../shared/chat/ports/chat-media.ts";
import { SocialMessagingMedia } from "../../../shared/chat/provider/chat-media.ts";

const NUMBER = { cloudRegion: "eu-central-1", originationPhoneNumberId: "phone-number-id-1" };
const PLACE = { bucket: "media", key: "outbound/a" };

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body: Record<string, unknown>;
}

describe("SocialMessagingMedia", () => {
  const calls: { method: string; url: string; body: unknown; region: string }[] = [];
  let reply: Reply = { status: 200, body: {} };
  let server: Server;
  const before: Record<string, string | undefined> = {};
  const set = (name: string, value: string) => {
    before[name] = process.env[name];
    process.env[name] = value;
  };
  beforeAll(async () => {
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      const region = /\/([a-z0-9-]+)\/social-messaging\//.exec(request.headers.authorization ?? "")?.[1] ?? "";
      calls.push({ method: request.method ?? "", url: request.url ?? "", body: text && JSON.parse(text), region });
      const type = reply.type === undefined ? {} : { "x-amzn-errortype": reply.type };
      response.writeHead(reply.status, { "content-type": "application/json", ...type }).end(JSON.stringify(reply.body));
    };
    server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    set("AWS_ENDPOINT_URL_SOCIALMESSAGING", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    set("AWS_ACCESS_KEY_ID", "test");
    set("AWS_SECRET_ACCESS_KEY", "test-secret");
  });
  afterEach(() => {
    calls.length = 0;
  });
  afterAll(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    server.closeAllConnections();
    server.close();
  });

  it("speaks the provider's wire in the account's region (P-media-copy)", async () => {
    const media = new SocialMessagingMedia();
    reply = { status: 200, body: { mediaId: "77", metaHeaderHandle: "4::h", success: true } };
    expect(await media.register(NUMBER, PLACE)).toBe("77");
    expect(await media.registerForReview({ ...NUMBER, businessAccountId: "waba-1" }, PLACE)).toBe("4::h");
    await media.unregister(NUMBER, "77");
    await media.retrieve(NUMBER, "88", { bucket: "media", key: "inbound/a/" });
    const file = { bucketName: "media", key: "outbound/a" };
    const from = "phone-number-id-1";
    expect(calls.map(({ method, url, body }) => [`${method} ${url}`, body])).toEqual([
      ["POST /v1/whatsapp/media", { originationPhoneNumberId: from, sourceS3File: file }],
      ["POST /v1/whatsapp/template/media", { id: "waba-1", sourceS3File: file }],
      [expect.stringMatching(/^DELETE \/v1\/whatsapp\/media\?/), ""],
      [
        "POST /v1/whatsapp/media/get",
        {
          originationPhoneNumberId: from,
          mediaId: "88",
          destinationS3File: { bucketName: "media", key: "inbound/a/" },
        },
      ],
    ]);
    expect(new Set(calls.map(({ region }) => region))).toEqual(new Set(["eu-central-1"]));
  });

  it.each([
    [{ status: 400, type: "InvalidParametersException", body: { message: "Too large" } }, MediaRefusedError, 1],
    [{ status: 403, type: "AccessDeniedByMetaException", body: { message: "No" } }, MediaRefusedError, 1],
    [{ status: 404, type: "ResourceNotFoundException", body: { message: "Gone" } }, MediaGoneError, 1],
    [{ status: 429, type: "ThrottledRequestException", body: { message: "Slow down" } }, MediaProviderError, 2],
    [{ status: 500, type: "InternalServiceException", body: { message: "Oops" } }, MediaProviderError, 2],
    [{ status: 502, type: "DependencyException", body: { message: "Oops" } }, MediaProviderError, 2],
    [{ status: 200, body: {} }, MediaProviderError, 1],
  ] as const)("tells the failures of %j apart", async (given, kind, tries) => {
    reply = given;
    await expect(new SocialMessagingMedia().register(NUMBER, PLACE)).rejects.toBeInstanceOf(kind);
    expect(calls).toHaveLength(tries);
  });

  it("calls a provider that is not there unavailable", async () => {
    const port = process.env.AWS_ENDPOINT_URL_SOCIALMESSAGING ?? "";
    process.env.AWS_ENDPOINT_URL_SOCIALMESSAGING = "http://127.0.0.1:1";
    try {
      await expect(new SocialMessagingMedia().retrieve(NUMBER, "1", PLACE)).rejects.toThrow("did not answer");
    } finally {
      process.env.AWS_ENDPOINT_URL_SOCIALMESSAGING = port;
    }
  });
});
