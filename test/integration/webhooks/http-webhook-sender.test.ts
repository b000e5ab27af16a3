import type { ServerResponse } from "node:http";
import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, describe, expect, it } from "vitest";
import { addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { HttpWebhookSender, type HttpWebhookSenderOptions } from "../../../shared/webhooks/http/http-webhook-sender.ts";
import { anOwner } from "../../support/an-owner.ts";
import { httpReceiver, type Received } from "../../support/http-receiver.ts";
import { testCertificates } from "../../support/test-certificates.ts";

const { authority, server: certificate } = testCertificates();
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function receiver(answer: (received: Received, response: ServerResponse) => void, isTls = false) {
  const made = await httpReceiver(answer, isTls ? certificate : undefined);
  open.push(made.close);
  return made;
}

const aSecret = () => `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
const sender = (changes: Partial<HttpWebhookSenderOptions> = {}) =>
  new HttpWebhookSender({
    ...{ guard: addressGuard({ allow: ["127.0.0.0/8"] }), clock: systemClock, isHttpAllowed: true },
    ...{ extraAuthorities: [authority], ...changes },
  });
const request = (url: string, secrets = [aSecret()]) => ({
  ...{
    owner: anOwner(),
    url,
    secrets,
    eventId: "evt_1",
    body: JSON.stringify({ id: "evt_1", data: { name: "Zoë 🎉" } }),
  },
});

describe("HttpWebhookSender", () => {
  it.each([
    ["http", false],
    ["https", true],
  ])("posts over %s what a library of Standard Webhooks verifies, with each of two secrets", async (_scheme, isTls) => {
    const { origin, received } = await receiver((_received, response) => response.end("thanks"), isTls);
    const secrets = [aSecret(), aSecret()];
    const { body, ...one } = request(`${origin}/hooks/1?source=herald`, secrets);
    const answer = await sender().send({ body, ...one });
    expect(answer).toEqual({ kind: "answered", statusCode: 200, body: "thanks", durationMs: expect.any(Number) });
    const [got] = received;
    if (got === undefined) throw new Error("nothing was received");
    expect([got.method, got.url, got.body]).toEqual(["POST", "/hooks/1?source=herald", body]);
    expect(got.headers).toMatchObject({ "content-type": "application/json", "user-agent": "Herald-Webhooks" });
    const headers = got.headers as Record<string, string>;
    expect(headers["webhook-id"]).toBe("evt_1");
    for (const secret of secrets) expect(new Verifier(secret).verify(got.body, headers)).toEqual(JSON.parse(body));
    expect(() => new Verifier(aSecret()).verify(got.body, headers)).toThrow();
    expect(() => new Verifier(secrets[0] ?? "").verify(`${got.body} `, headers)).toThrow();
  });

  it("follows no redirect", async () => {
    const elsewhere = await receiver((_received, response) => response.end());
    const { origin } = await receiver((_received, response) => {
      response.writeHead(307, { location: elsewhere.origin }).end();
    });
    expect(await sender().send(request(origin))).toMatchObject({ kind: "answered", statusCode: 307 });
    expect(elsewhere.received).toEqual([]);
  });

  it("cuts an answer that does not end after 64 KB", async () => {
    const { origin } = await receiver((_received, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(16_384))) {}
      };
      response.on("drain", pour);
      response.on("error", () => {});
      pour();
    });
    const answer = await sender().send(request(origin));
    expect(answer).toMatchObject({ kind: "answered", statusCode: 200 });
    expect(answer.kind === "answered" && answer.body.length).toBe(65_536);
  });

  it("ends a request that is not answered in time", async () => {
    const { origin, received } = await receiver(() => {});
    expect(await sender({ timeoutMs: 300 }).send(request(origin))).toMatchObject({
      ...{ kind: "unanswered", error: "no answer within 0.3 s" },
    });
    expect(received).toHaveLength(1);
  });

  it("takes the status of an answer whose body trickles in", async () => {
    const { origin } = await receiver((_received, response) => {
      response.writeHead(202).write("a");
    });
    expect(await sender({ timeoutMs: 300 }).send(request(origin))).toMatchObject({ kind: "answered", statusCode: 202 });
  });

  it("waits for no body that trickles in as long as for an answer, and keeps what has come", async () => {
    const { origin } = await receiver((_received, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("a"), 20);
      response.on("close", () => clearInterval(drip));
    });
    const answer = await sender({ maxBodyMs: 200 }).send(request(origin));
    expect(answer).toMatchObject({ kind: "answered", statusCode: 200, body: expect.stringMatching(/^a+$/) });
  });

  it("connects to no private address that is not allowed", async () => {
    const { origin, received } = await receiver((_received, response) => response.end());
    const guarded = sender({ guard: addressGuard({ allow: [] }) });
    expect(await guarded.send(request(origin))).toMatchObject({
      ...{ kind: "unanswered", error: "127.0.0.1 is not a public address" },
    });
    expect(await guarded.send(request(origin.replace("127.0.0.1", "[::ffff:127.0.0.1]")))).toMatchObject({
      kind: "unanswered",
    });
    expect(received).toEqual([]);
  });

  it("connects to the vetted address of a name and never asks for the name again", async () => {
    const { port, received } = await receiver((_received, response) => response.end());
    let asked = 0;
    const resolveName = async () => [asked++ === 0 ? "127.0.0.1" : "10.0.0.1"];
    const guard = addressGuard({ allow: ["127.0.0.0/8"], resolveName });
    await sender({ guard }).send(request(`http://receiver.test:${port}/`));
    expect(received.map(({ headers }) => headers.host)).toEqual([`receiver.test:${port}`]);
    expect(asked).toBe(1);
  });

  it.each(["http://127.0.0.1/", "ftp://127.0.0.1/", "nothing"])("posts nothing to %s without TLS", async (url) => {
    expect(await sender({ isHttpAllowed: false }).send(request(url))).toMatchObject({ kind: "unanswered" });
  });

  it("trusts no certificate of an unknown authority", async () => {
    const { origin, received } = await receiver((_received, response) => response.end(), true);
    expect(await sender({ extraAuthorities: [] }).send(request(origin))).toMatchObject({ kind: "unanswered" });
    expect(received).toEqual([]);
  });

  it("says the cause when nobody is there", async () => {
    const { origin, close } = await httpReceiver(() => {});
    await close();
    expect(await sender().send(request(origin))).toMatchObject({
      ...{ kind: "unanswered", error: expect.stringContaining("ECONNREFUSED") },
    });
  });
});
