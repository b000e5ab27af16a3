import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAddress, type Fields, LocalStack, type Owner } from "../support/local-stack.ts";

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** Plays a provider that answers 200, or the status that the path demands. */
class Receiver {
  readonly received: Received[] = [];
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  async open(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  on(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    this.received.push({
      method: request.method ?? "",
      path,
      headers: request.headers,
      text: Buffer.concat(chunks).toString("utf8"),
    });
    const [, code] = /^\/status\/(\d+)/.exec(path) ?? [];
    if (path.startsWith("/silent")) return;
    if (path.startsWith("/redirect")) response.writeHead(302, { location: "/target" }).end("moved");
    else if (path.startsWith("/flaky")) response.writeHead(this.on(path).length < 3 ? 503 : 200).end("{}");
    else if (path.startsWith("/long")) response.writeHead(400).end("e".repeat(100_000));
    else if (path.startsWith("/echo")) response.writeHead(400).end(`key was ${String(request.headers.authorization)}`);
    else response.writeHead(Number(code ?? 200)).end("provider says so");
  }
}

const ACCOUNTS = "/api/v1/smtp-accounts";
const receiver = new Receiver();
let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  await receiver.open();
  stack = await LocalStack.start({ HERALD_HTTP_API_PROVIDER: "true", HERALD_BACKOFF_BASE_SECONDS: "0.5" });
  owner = await stack.owner(null);
});
afterAll(async () => {
  await stack.close();
  await receiver.close();
});

const TEMPLATE =
  '{"to":{{.To | json}},"cc":{{.CC | json}},"bcc":{{.BCC | json}},"subject":{{.Subject | json}},"body":{{.Body | json}},"type":{{.BodyType | json}},"from":{{.From | json}},"name":{{.FromName | json}}}';

const account = (path: string, more: Fields = {}): Fields => ({
  label: "Provider",
  provider: "http_api",
  from_address: "sender@shop.example",
  from_name: "Shop",
  endpoint: `${receiver.url}${path}`,
  auth_header_name: "Authorization",
  auth_value_template: "Key {{.APIKey}}",
  body_template: TEMPLATE,
  api_key: "k-123456",
  ...more,
});
const create = (json: Fields) => stack.call("POST", ACCOUNTS, { token: owner.token, json });
const created = async (path: string, more: Fields = {}) => {
  const answer = await create(account(path, more));
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return String(answer.body.id);
};
const test = (id: string, json: Fields = {}) =>
  stack.call("POST", `${ACCOUNTS}/${id}/test`, { token: owner.token, json, timeoutMs: 30_000 });

describe("http_api accounts, switched on (D12, P-http-api)", () => {
  it("answer their own fields, and never the key", async () => {
    const answer = await create(account("/shape"));
    expect(answer.status).toBe(201);
    expect(new Set(Object.keys(answer.body))).toEqual(
      new Set([
        ...["id", "label", "provider", "from_address", "from_name", "is_default", "trusted_domains"],
        ...["api_allowed_domains", "created_at", "updated_at"],
        ...["endpoint", "auth_header_name", "auth_value_template", "body_template"],
      ]),
    );
    expect(answer.text).not.toContain("k-123456");
    for (const { name, bytes } of await stack.dataFiles()) expect(bytes.includes("k-123456"), name).toBe(false);
  });

  it.each<[string, string, unknown]>([
    ["endpoint missing", "endpoint", undefined],
    ["endpoint empty", "endpoint", ""],
    ["endpoint of another scheme", "endpoint", "ftp://x.example"],
    ["endpoint without scheme", "endpoint", "x.example/send"],
    ["endpoint a script", "endpoint", "javascript:alert(1)"],
    ["endpoint without host", "endpoint", "http://"],
    ["endpoint a number", "endpoint", 1],
    ["body_template missing", "body_template", undefined],
    ["body_template empty", "body_template", ""],
    ["body_template that does not parse", "body_template", "{{.To"],
    ["body_template with an unknown function", "body_template", "{{.To | nope}}"],
    ["body_template with an open block", "body_template", "{{if .To}}"],
    ["auth_value_template that does not parse", "auth_value_template", "{{"],
    ["auth_header_name that is none", "auth_header_name", "X Key:"],
    ["auth_header_name with a line break", "auth_header_name", "X\r\nY"],
    ["api_key missing", "api_key", undefined],
    ["api_key empty", "api_key", ""],
    ["api_key a number", "api_key", 1],
  ])("are refused with %s", async (_what, field, value) => {
    const answer = await create(account("/rules", { [field]: value }));
    expect([answer.status, answer.body]).toMatchObject([400, { error: expect.stringContaining(field) }]);
  });

  it("names a template that does not parse on replace too", async () => {
    const id = await created("/parse");
    for (const field of ["body_template", "auth_value_template"]) {
      const answer = await stack.call("PUT", `${ACCOUNTS}/${id}`, {
        token: owner.token,
        json: account("/parse", { [field]: "{{end}}" }),
      });
      const errors = [{ field, message: "line 1, column 6: unexpected {{end}}" }];
      expect([answer.status, answer.body]).toMatchObject([400, { error: `${field} is not a valid template`, errors }]);
    }
  });

  it("keep the key on PUT when it is empty, and need a new secret for another provider", async () => {
    const id = await created("/kept");
    const put = (json: Fields) => stack.call("PUT", `${ACCOUNTS}/${id}`, { token: owner.token, json });
    expect((await put(account("/kept", { api_key: "" }))).status).toBe(200);
    expect((await test(id)).status).toBe(200);
    expect(receiver.on("/kept")[0]?.headers.authorization).toBe("Key k-123456");
    const smtp = stack.account({ password: "" });
    expect((await put(smtp)).status).toBe(400);
    const changed = await put(stack.account());
    expect([changed.status, changed.body.provider]).toEqual([200, "smtp"]);
    expect(changed.body).not.toHaveProperty("endpoint");
  });

  it("send what the template makes of a notification, the key opened only then (R-http-api-data)", async () => {
    const id = await created("/full");
    const mail = {
      recipient: "to@b.example",
      cc: ["c1@b.example", "c2@b.example"],
      bcc: ["b1@b.example"],
      subject: 'Quote " and \\ and </script> & 😀',
      body: "<p>Line 1\nLine 2 {{.To}}</p>",
      body_type: "html",
      from_name: "Campaign",
    };
    const notification = await stack.accepted(owner.key, { ...mail, smtp_account_id: id });
    expect(await stack.settled(owner.key, notification)).toMatchObject({ status: "sent", attempts: 1 });
    const [one, ...more] = receiver.on("/full");
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      method: "POST",
      headers: { authorization: "Key k-123456", "content-type": "application/json" },
    });
    expect(JSON.parse(one?.text ?? "")).toEqual({
      to: mail.recipient,
      cc: mail.cc,
      bcc: mail.bcc,
      subject: mail.subject,
      body: mail.body,
      type: "html",
      from: "sender@shop.example",
      name: "Campaign",
    });
  });

  it("send as the sender that the notification chose, as it was written (D52)", async () => {
    const id = await created("/sender", { from_addresses: ["*@news.example"] });
    const from = "Anna@News.Example";
    const notification = await stack.accepted(owner.key, { smtp_account_id: id, from });
    expect(await stack.settled(owner.key, notification)).toMatchObject({ status: "sent" });
    expect(JSON.parse(receiver.on("/sender")[0]?.text ?? "")).toMatchObject({ from, name: "Shop" });
  });

  it("send empty lists as lists, and the key alone by default", async () => {
    const id = await created("/empty", {
      auth_header_name: "X-Api-Key",
      auth_value_template: undefined,
      body_template: '{"cc":{{.CC | json}},"bcc":{{json .BCC}}}',
    });
    expect((await test(id)).status).toBe(200);
    expect(receiver.on("/empty")[0]).toMatchObject({
      text: '{"cc":[],"bcc":[]}',
      headers: { "x-api-key": "k-123456" },
    });
  });

  it.each([200, 201, 202, 204])("take %s for success", async (code) => {
    const id = await created(`/status/${code}`);
    const answer = await test(id, { recipient: anAddress() });
    expect([answer.status, answer.body]).toEqual([200, { status: "sent" }]);
  });

  it.each([300, 304, 400, 401, 404, 429, 500, 503])(
    "take %s for a failure, with the provider's words",
    async (code) => {
      const id = await created(`/status/${code}?test`);
      const answer = await test(id);
      expect(answer.status).toBe(502);
      expect(answer.body.error).toBe("failed to send test email");
      expect(answer.body.detail).toContain(String(code));
      if (code !== 304) expect(answer.body.detail).toContain("provider says so");
    },
  );

  it("follow no redirect", async () => {
    const answer = await test(await created("/redirect"));
    expect(answer.status).toBe(502);
    expect(receiver.on("/redirect")).toHaveLength(1);
    expect(receiver.on("/target")).toEqual([]);
  });

  it("keep at most 4096 bytes of the provider's words, and never the key (L-last-error, F-last-error)", async () => {
    const long = await test(await created("/long"));
    expect(long.status).toBe(502);
    expect(Buffer.byteLength(String(long.body.detail))).toBeLessThanOrEqual(4096);
    expect(String(long.body.detail).length).toBeGreaterThan(3000);
    const echo = await test(await created("/echo"));
    expect(echo.status).toBe(502);
    expect(echo.text).not.toContain("k-123456");
    const id = await stack.accepted(owner.key, { smtp_account_id: await created("/long?queued") });
    const ended = await stack.settled(owner.key, id);
    expect(ended.status).toBe("failed");
    expect(Buffer.byteLength(String(ended.last_error))).toBeLessThanOrEqual(4096 + 200);
  });

  it("are asked again after a 503, and the notification is sent in the end", async () => {
    const path = `/flaky/${Date.now()}`;
    const id = await stack.accepted(owner.key, { smtp_account_id: await created(path) });
    expect(await stack.settled(owner.key, id)).toMatchObject({ status: "sent", attempts: 3 });
    expect(receiver.on(path)).toHaveLength(3);
  });

  it.each([
    ["a template that makes no JSON", { body_template: "{{.To}}" }],
    ["a template that fails when it runs", { body_template: '{"x":{{index .CC 7 | json}}}' }],
    ["a closed port", { endpoint: "http://127.0.0.1:1/x" }],
    ["a private address", { endpoint: "http://10.0.0.1/x" }],
    ["the metadata address", { endpoint: "http://169.254.169.254/latest/meta-data" }],
    ["a private address in disguise", { endpoint: "http://0x0a000001/x" }],
    ["an IPv4 address within IPv6", { endpoint: "http://[::ffff:169.254.169.254]/x" }],
  ])("tell of %s", async (_what, change) => {
    const startedAt = Date.now();
    const answer = await test(await created("/broken", change));
    expect([answer.status, answer.body]).toMatchObject([
      502,
      { error: "failed to send test email", detail: expect.stringMatching(/\S/) },
    ]);
    expect(Date.now() - startedAt).toBeLessThan(13_000);
  });

  it("give up on a silent provider after 15 s (L-http-api)", async () => {
    const id = await created("/silent");
    const takenMs: number[] = [];
    // The time is less than the 18.5 s that a test send may take altogether. The machine may be busy once.
    while (takenMs.length < 2 && !takenMs.some((ms) => ms < 17_500)) {
      const startedAt = Date.now();
      expect((await test(id)).status).toBe(502);
      takenMs.push(Date.now() - startedAt);
    }
    expect(Math.min(...takenMs)).toBeGreaterThan(13_500);
    expect(Math.min(...takenMs)).toBeLessThan(17_500);
  });

  it("fail for good once the deployment switches the provider off", async () => {
    const id = await created("/later");
    const offered = async () => (await stack.call("GET", "/config.json")).body.http_api_provider;
    expect(await offered()).toBe(true);
    await stack.stop();
    await stack.boot({ HERALD_HTTP_API_PROVIDER: "false" });
    expect(await offered()).toBe(false);
    const notification = await stack.send(owner.key, { smtp_account_id: id });
    if (notification.status === 202) {
      const ended = await stack.settled(owner.key, String(notification.body.id));
      expect(ended).toMatchObject({ status: "failed", attempts: 1, last_error: expect.stringMatching(/\S/) });
    } else expect(notification.status).toBe(400);
    expect(receiver.on("/later")).toEqual([]);
    // Since the restart the provider has another port, and so the issuer has another name.
    const read = await stack.call("GET", `${ACCOUNTS}/${id}`, { token: await stack.token(owner.sub) });
    expect([read.status, read.body.provider]).toEqual([200, "http_api"]);
  });
});
