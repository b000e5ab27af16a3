import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import type { HttpApiSettings } from "../../../shared/email/domain/sending-account.ts";
import { HttpApiMailer } from "../../../shared/email/http-api/http-api-mailer.ts";
import {
  type HttpProviderData,
  type HttpProviderTemplates,
  type MailRoute,
  TemplateRenderError,
} from "../../../shared/email/ports.ts";
import { addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { anOwner } from "../../support/an-owner.ts";
import { httpReceiver } from "../../support/http-receiver.ts";
import { aMail } from "../../support/mailer-fixtures.ts";
import { testCertificates } from "../../support/test-certificates.ts";

const { authority, server: certificate } = testCertificates();
const open: (() => Promise<unknown>)[] = [];
const hidden = { secret: "key-0123456789" };

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function provider(answer: (response: ServerResponse) => void, isTls = false) {
  const receiver = await httpReceiver((_received, response) => answer(response), isTls ? certificate : undefined);
  open.push(receiver.close);
  return receiver;
}

/** Renders `{{.Field}}` and `{{.Field | json}}`, the only actions in the templates of these tests. */
const templates: HttpProviderTemplates = {
  render: (template, data) =>
    template.replace(/\{\{\s*\.(\w+)\s*(\| json)?\s*\}\}/g, (_whole, field: keyof HttpProviderData, json?: string) => {
      if (!(field in data)) throw new TemplateRenderError(`no field ${field}`);
      return json ? JSON.stringify(data[field]) : String(data[field]);
    }),
};

const ALL_FIELDS =
  '{"to":{{.To | json}},"cc":{{.CC | json}},"bcc":{{.BCC | json}},"subject":{{.Subject | json}},"body":{{.Body | json}},"type":{{.BodyType | json}},"from":{{.From | json}},"name":{{.FromName | json}}}';

const viaHttp = (settings: Partial<HttpApiSettings>): MailRoute<HttpApiSettings> => ({
  ...{ owner: anOwner(), accountId: "account-1", ...hidden },
  settings: { provider: "http_api", endpoint: "http://127.0.0.1/", bodyTemplate: ALL_FIELDS, ...settings },
});

const mailerWith = (allow = ["127.0.0.0/8"], requestTimeoutMs?: number) =>
  new HttpApiMailer({
    ...{ guard: addressGuard({ allow }), templates, extraAuthorities: [authority] },
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  });

const answering =
  (status: number, body = "", headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };

const transient = { kind: "failed", isTerminal: false, stage: "request" };
const terminal = { kind: "failed", isTerminal: true, stage: "request" };

describe("HttpApiMailer", () => {
  it.each([false, true])("posts the rendered JSON with the credential (TLS: %s)", async (isTls) => {
    const { received, origin } = await provider(answering(202, "queued"), isTls);
    const mail = aMail({
      to: "a@x.test",
      cc: ["b@x.test"],
      bcc: ["c@x.test"],
      subject: 'Say "hi"\n',
      body: "é",
      bodyType: "html",
    });
    const outcome = await mailerWith().send(
      viaHttp({ endpoint: `${origin}/v1/send?x=1#f`, authHeaderName: "X-Api-Key" }),
      mail,
      5_000,
    );
    expect(outcome).toEqual({
      kind: "answered",
      recipients: ["a@x.test", "b@x.test", "c@x.test"].map((address) => ({ address, result: "accepted", code: 202 })),
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: "POST", url: "/v1/send?x=1" });
    expect(received[0]?.headers).toMatchObject({ "content-type": "application/json", "x-api-key": hidden.secret });
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({
      ...{ to: "a@x.test", cc: ["b@x.test"], bcc: ["c@x.test"], subject: 'Say "hi"\n', body: "é", type: "html" },
      ...{ from: "herald@sender.example", name: "Herald" },
    });
  });

  it("renders the account's own credential template, and sends none without a header name", async () => {
    const { received, origin } = await provider(answering(200));
    await mailerWith().send(
      viaHttp({ endpoint: origin, authHeaderName: "Authorization", authValueTemplate: "Bearer {{.APIKey}}" }),
      aMail(),
      5_000,
    );
    await mailerWith().send(viaHttp({ endpoint: origin, authValueTemplate: "Bearer {{.APIKey}}" }), aMail(), 5_000);
    expect(received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${hidden.secret}`, undefined]);
  });

  it.each([
    [400, true],
    [401, true],
    [403, true],
    [404, true],
    [413, true],
    [422, true],
    [408, false],
    [425, false],
    [429, false],
    [500, false],
    [502, false],
    [503, false],
    [301, false],
    [302, false],
    [307, false],
    [308, false],
    [304, false],
  ])("treats %i as a failure (final: %s) with the provider's words", async (status, isTerminal) => {
    const elsewhere = await provider(answering(200));
    const { received, origin } = await provider(
      answering(status, '{"error":"because"}', { location: elsewhere.origin }),
    );
    const outcome = await mailerWith().send(viaHttp({ endpoint: origin }), aMail(), 5_000);
    const cause = status === 304 ? "provider answered 304" : `provider answered ${status}: {"error":"because"}`;
    expect(outcome).toEqual({ ...transient, isTerminal, code: status, cause });
    expect(received).toHaveLength(1);
    expect(elsewhere.received).toHaveLength(0);
  });

  it.each([
    [
      "a body that is not JSON",
      { bodyTemplate: '{"key": {{.APIKey}} oops' },
      "body_template did not produce valid JSON",
    ],
    [
      "a body that cannot be rendered",
      { bodyTemplate: "{{.Nope}}" },
      "body_template could not be rendered: no field Nope",
    ],
    [
      "a credential that cannot be rendered",
      { authHeaderName: "x-key", authValueTemplate: "{{.Nope}}" },
      "auth_value_template could not be rendered: no field Nope",
    ],
    [
      "a credential with a line break",
      { authHeaderName: "x-key", authValueTemplate: "a\r\nX-Evil: {{.APIKey}}" },
      "auth_value_template did not produce a header value",
    ],
    ["a header name with a line break", { authHeaderName: "x-key\r\nx-evil" }, "auth_header_name is not a header name"],
    [
      "a header that frames the request",
      { authHeaderName: "Transfer-Encoding" },
      "auth_header_name must not be transfer-encoding",
    ],
    ["a host header", { authHeaderName: " Host " }, "auth_header_name must not be host"],
    ["an endpoint that is no URL", { endpoint: "http://" }, "endpoint is not an http or https URL"],
    ["an endpoint of another kind", { endpoint: "ftp://x.test/" }, "endpoint is not an http or https URL"],
    ["an endpoint with credentials", { endpoint: "http://a:b@127.0.0.1/" }, "endpoint must not hold credentials"],
  ])("refuses %s for good and sends nothing", async (_what, settings, cause) => {
    const { received, origin } = await provider(answering(200));
    const outcome = await mailerWith().send(viaHttp({ endpoint: origin, ...settings }), aMail(), 5_000);
    expect(outcome).toEqual({ ...terminal, code: undefined, cause });
    expect(received).toHaveLength(0);
  });

  it("does not catch a bug of the template engine", async () => {
    const broken = {
      render: () => {
        throw new TypeError("a bug");
      },
    };
    const mailer = new HttpApiMailer({ guard: addressGuard({ allow: [] }), templates: broken });
    await expect(mailer.send(viaHttp({}), aMail(), 5_000)).rejects.toThrow("a bug");
  });

  it.each(["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"])(
    "refuses the private address %s for good",
    async (host) => {
      const { received, port } = await provider(answering(200));
      const outcome = await mailerWith([]).send(viaHttp({ endpoint: `http://${host}:${port}/` }), aMail(), 5_000);
      expect(outcome).toMatchObject({ ...terminal, stage: "resolve" });
      expect(received).toHaveLength(0);
    },
  );

  it("connects to the vetted address and asks the resolver once", async () => {
    const { received, port } = await provider(answering(200));
    let asked = 0;
    const resolveName = () => Promise.resolve(asked++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"]);
    const mailer = new HttpApiMailer({ guard: addressGuard({ allow: ["127.0.0.0/8"], resolveName }), templates });
    expect(await mailer.send(viaHttp({ endpoint: `http://api.rebound.test:${port}/` }), aMail(), 5_000)).toMatchObject({
      kind: "answered",
    });
    expect(received[0]?.headers.host).toBe(`api.rebound.test:${port}`);
    expect(asked).toBe(1);
  });

  it("verifies the certificate against the endpoint's name", async () => {
    const { received, port } = await provider(answering(200), true);
    const resolveName = () => Promise.resolve(["127.0.0.1"]);
    const guard = addressGuard({ allow: ["127.0.0.0/8"], resolveName });
    const mailer = new HttpApiMailer({ guard, templates, extraAuthorities: [authority] });
    expect(await mailer.send(viaHttp({ endpoint: `https://other.test:${port}/` }), aMail(), 5_000)).toMatchObject({
      ...transient,
      cause: expect.stringMatching(/altnames/),
    });
    const untrusting = new HttpApiMailer({ guard, templates });
    expect(await untrusting.send(viaHttp({ endpoint: `https://localhost:${port}/` }), aMail(), 5_000)).toMatchObject({
      ...transient,
      cause: expect.stringMatching(/certificate/),
    });
    expect(await mailer.send(viaHttp({ endpoint: `https://localhost:${port}/` }), aMail(), 5_000)).toMatchObject({
      kind: "answered",
    });
    expect(received).toHaveLength(1);
  });

  it("hides the key and keeps at most 4096 bytes of an error's body", async () => {
    const { origin } = await provider(
      answering(400, `${hidden.secret} ${Buffer.from(hidden.secret).toString("base64")} ${"ü".repeat(50_000)}`),
    );
    const outcome = await mailerWith().send(viaHttp({ endpoint: origin }), aMail(), 5_000);
    const cause = outcome.kind === "failed" ? outcome.cause : "";
    expect(cause).toMatch(/^provider answered 400: \[hidden\] \[hidden\] ü+$/);
    expect(Buffer.byteLength(cause)).toBeLessThanOrEqual(4_096);
  });

  it("fails in time when the provider is silent, hangs up, or is not there", async () => {
    const silent = await provider(() => {});
    expect(await mailerWith(undefined, 150).send(viaHttp({ endpoint: silent.origin }), aMail(), 5_000)).toMatchObject({
      ...transient,
      cause: "no answer from the provider within 150 ms",
    });
    expect(await mailerWith().send(viaHttp({ endpoint: silent.origin }), aMail(), 120)).toMatchObject({
      ...transient,
      cause: "no answer from the provider within 120 ms",
    });
    const rude = await provider((response) => response.socket?.destroy());
    expect(await mailerWith().send(viaHttp({ endpoint: rude.origin }), aMail(), 5_000)).toMatchObject({
      ...transient,
      cause: expect.stringMatching(/^request failed: /),
    });
    expect(await mailerWith().send(viaHttp({ endpoint: "http://127.0.0.1:1/" }), aMail(), 5_000)).toMatchObject({
      ...transient,
      cause: expect.stringMatching(/ECONNREFUSED/),
    });
  });

  it("uses the status when an error's body trickles in for ever, and when it is cut", async () => {
    const dripping = await provider((response) => {
      response.writeHead(422);
      response.write("so");
    });
    expect(await mailerWith(undefined, 200).send(viaHttp({ endpoint: dripping.origin }), aMail(), 5_000)).toMatchObject(
      { ...terminal, code: 422 },
    );
    const cut = await provider((response) => {
      response.writeHead(503, { "content-length": "100" });
      response.write("so", () => response.socket?.destroy());
    });
    expect(await mailerWith().send(viaHttp({ endpoint: cut.origin }), aMail(), 5_000)).toMatchObject({
      ...transient,
      code: 503,
    });
  });

  it("counts a success by its status, whatever the body does", async () => {
    const { origin } = await provider((response) => {
      response.writeHead(200);
      response.write("{");
    });
    expect(await mailerWith().send(viaHttp({ endpoint: origin }), aMail(), 2_000)).toMatchObject({ kind: "answered" });
  });
});
