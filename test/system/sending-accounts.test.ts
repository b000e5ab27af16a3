import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAddress, type Fields, headersIn, LocalStack, type Owner } from "../support/local-stack.ts";

const ACCOUNTS = "/api/v1/smtp-accounts";
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared();
  owner = await stack.owner();
});
afterAll(() => stack.close());

const create = (json: unknown, token = owner.token) => stack.call("POST", ACCOUNTS, { token, json });
const read = (id: unknown, token = owner.token) => stack.call("GET", `${ACCOUNTS}/${String(id)}`, { token });
const list = async (token = owner.token) => (await stack.call("GET", ACCOUNTS, { token })).list;
const replace = (id: unknown, json: unknown, token = owner.token) =>
  stack.call("PUT", `${ACCOUNTS}/${String(id)}`, { token, json });
const remove = (id: unknown, token = owner.token) => stack.call("DELETE", `${ACCOUNTS}/${String(id)}`, { token });
const without = (fields: Fields, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

describe("shape", () => {
  it("answers 201 with the account, provider smtp by default, and never the password (P-create-account, R-account-shape, F-201)", async () => {
    const answer = await create(stack.account({ from_name: "Shop", password: "p4ssw0rd-shape" }));
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      label: "Mailbox",
      provider: "smtp",
      from_address: "sender@shop.example",
      from_name: "Shop",
      is_default: false,
      trusted_domains: [],
      api_allowed_domains: [],
      host: "127.0.0.1",
      port: stack.file.smtp.port,
      username: "demo",
      encryption: "starttls",
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    const { id } = answer.body;
    expect((await read(id)).body).toEqual(answer.body);
    expect(await list()).toContainEqual(answer.body);
  });

  it("lists nothing for a new owner", async () => {
    expect(await list(await stack.token(randomUUID()))).toEqual([]);
  });

  it("lists many accounts whole (P-list-accounts)", async () => {
    const many = await stack.owner(null);
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        create(stack.account({ label: `#${i}`, body_template: undefined }), many.token),
      ),
    );
    expect(new Set(made.map((answer) => answer.status))).toEqual(new Set([201]));
    const listed = await list(many.token);
    expect(listed).toHaveLength(60);
    expect(new Set(listed.map((one) => one.id))).toEqual(new Set(made.map((one) => one.body.id)));
  });

  it("keeps every secret out of answers, files and output", async () => {
    const secret = `s3cret-${randomUUID()}`;
    const { id } = await stack.createAccount(owner.token, { password: secret });
    const changed = `s3cret-${randomUUID()}`;
    const answers = await Promise.all([read(id), replace(id, stack.account({ password: changed }))]);
    await stack.call("POST", `${ACCOUNTS}/${String(id)}/test`, { token: owner.token });
    for (const one of [secret, changed]) {
      for (const { text } of answers) expect(text).not.toContain(one);
      expect(stack.output).not.toContain(one);
      const spellings = [one, Buffer.from(one).toString("base64").slice(0, -3), Buffer.from(one).toString("hex")];
      for (const { name, bytes } of await stack.dataFiles())
        for (const spelling of spellings)
          expect(bytes.includes(Buffer.from(spelling)), `${name}: ${spelling}`).toBe(false);
    }
  });
});

describe("field rules (R-sending-account, L-port)", () => {
  const long = (count: number) => "x".repeat(count);
  const bad: [string, Fields | string[]][] = [
    ["label missing", ["label"]],
    ["label empty", { label: "" }],
    ["label blank", { label: " \t" }],
    ["label null", { label: null }],
    ["label a number", { label: 1 }],
    ["label with a line break", { label: "a\r\nBcc: x@y.example" }],
    ["provider unknown", { provider: "sendmail" }],
    ["provider empty", { provider: "" }],
    ["provider in capitals", { provider: "SMTP" }],
    ["provider null", { provider: null }],
    ["from_address missing", ["from_address"]],
    ["from_address empty", { from_address: "" }],
    ["from_address without domain", { from_address: "sender" }],
    ["from_address with a name", { from_address: "Shop <sender@shop.example>" }],
    ["from_address with a line break", { from_address: "sender@shop.example\r\nBcc: x@y.example" }],
    ["from_address with two at signs", { from_address: "a@b@c.example" }],
    ["from_address with a space", { from_address: "a b@c.example" }],
    ["from_address a list", { from_address: ["a@b.example"] }],
    ["from_address too long", { from_address: `${long(65)}@b.example` }],
    ["from_name a number", { from_name: 1 }],
    ["from_name with a line break", { from_name: "a\nb" }],
    ["from_name with a NUL", { from_name: "a\u0000b" }],
    ["is_default a string", { is_default: "true" }],
    ["is_default a number", { is_default: 1 }],
    ["is_default null", { is_default: null }],
    ["host missing", ["host"]],
    ["host empty", { host: "" }],
    ["host blank", { host: " " }],
    ["host a URL", { host: "smtp://mail.example" }],
    ["host with a path", { host: "mail.example/x" }],
    ["host with a space", { host: "mail example" }],
    ["host with a line break", { host: "mail.example\r\n" + "x" }],
    ["host a number", { host: 1 }],
    ["port missing", ["port"]],
    ["port 0", { port: 0 }],
    ["port -1", { port: -1 }],
    ["port 65536", { port: 65_536 }],
    ["port a fraction", { port: 25.5 }],
    ["port a string", { port: "25" }],
    ["port null", { port: null }],
    ["port 1e400", { port: Number.MAX_VALUE }],
    ["username a number", { username: 1 }],
    ["username with a line break", { username: "a\r\nb" }],
    ["password missing", ["password"]],
    ["password empty", { password: "" }],
    ["password a number", { password: 1234 }],
    ["password null", { password: null }],
    ["encryption missing", ["encryption"]],
    ["encryption unknown", { encryption: "ssl" }],
    ["encryption empty", { encryption: "" }],
    ["encryption in capitals", { encryption: "TLS" }],
    ["encryption true", { encryption: true }],
    ["max_connections 0", { max_connections: 0 }],
    ["max_connections 51", { max_connections: 51 }],
    ["max_connections a string", { max_connections: "10" }],
    ["an unknown field", { region: "x" }],
    ["id", { id: randomUUID() }],
  ];

  it.each(bad)("refuses %s", async (_what, change) => {
    const json = Array.isArray(change) ? without(stack.account(), ...change) : stack.account(change);
    const answer = await create(json);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining(["error", "code"])]);
    const field = Array.isArray(change) ? change[0] : Object.keys(change)[0];
    expect(answer.body.error).toContain(field);
    if (!/password/.test(_what)) expect((await replace(owner.accountId, json)).status).toBe(400);
  });

  it.each<[string, Fields]>([
    ["port 1", { port: 1 }],
    ["port 65535", { port: 65_535 }],
    ["encryption none", { encryption: "none" }],
    ["encryption tls", { encryption: "tls" }],
    ["an international sender", { from_address: "grüße@bücher.example" }],
    ["an upper-case sender", { from_address: "Sender@Shop.Example" }],
    ["no username", { username: "" }],
    ["an IPv6 host", { host: "::1" }],
    ["a name with quotes", { label: 'The "Shop" <x@y>', from_name: 'A "B", C' }],
    ["a name in Japanese", { label: "店", from_name: "店の名前 😀" }],
    ["provider smtp named", { provider: "smtp" }],
    ["one connection", { max_connections: 1 }],
    ["50 connections", { max_connections: 50 }],
  ])("accepts %s", async (_what, change) => {
    const answer = await create(stack.account(change));
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
    expect(answer.body).toMatchObject(change);
  });

  it("leaves the other provider's fields out of the answer", async () => {
    const answer = await create(
      stack.account({ endpoint: "https://x.example", body_template: "{}", auth_header_name: "X", api_key: "k" }),
    );
    if (answer.status === 201)
      for (const field of ["endpoint", "body_template", "auth_header_name", "auth_value_template", "api_key"])
        expect(answer.body).not.toHaveProperty(field);
    else expect(answer.status).toBe(400);
  });

  describe.each(["trusted_domains", "api_allowed_domains"])("%s", (field) => {
    it("trims, lower-cases and removes repeats (R-domain-lists)", async () => {
      const answer = await create(
        stack.account({ [field]: [" Shop.Example ", "shop.example", "b.example", "B.EXAMPLE\t"] }),
      );
      expect([answer.status, answer.body[field]]).toEqual([201, ["shop.example", "b.example"]]);
    });

    it.each([
      ["a scheme", ["https://shop.example"]],
      ["an at sign", ["@shop.example"]],
      ["an address", ["a@shop.example"]],
      ["a path", ["shop.example/x"]],
      ["a slash behind", ["shop.example/"]],
      ["a space within", ["shop .example"]],
      ["a single label", ["localhost"]],
      ["a port", ["shop.example:8080"]],
      ["a wildcard", ["*.shop.example"]],
      ["a leading dot", [".shop.example"]],
      ["two dots", ["shop..example"]],
      ["an empty entry", [""]],
      ["a blank entry", ["  "]],
      ["a query", ["shop.example?x"]],
      ["a number", [1]],
      ["null", [null]],
      ["a list in the list", [["shop.example"]]],
      ["no list", "shop.example"],
      ["an object", { 0: "shop.example" }],
      ["null itself", null],
      ["one bad among good ones", ["shop.example", "nope"]],
    ])("refuses %s", async (_what, value) => {
      const answer = await create(stack.account({ [field]: value }));
      expect([answer.status, answer.body]).toMatchObject([400, { error: expect.stringContaining(field) }]);
    });
  });

  it("does not enable http_api by itself (R-http-api)", async () => {
    const json = {
      label: "x",
      provider: "http_api",
      from_address: "a@b.example",
      endpoint: "https://x.example",
      body_template: "{}",
      api_key: "k",
    };
    for (const answer of [await create(json), await replace(owner.accountId, json)])
      expect([answer.status, answer.body]).toMatchObject([400, { error: "provider http_api is not enabled" }]);
  });
});

describe("replace (P-replace-account)", () => {
  it("keeps the password when it is empty or left out", async () => {
    const { id } = await stack.createAccount(owner.token);
    for (const json of [
      stack.account({ password: "", label: "A" }),
      without(stack.account({ label: "B" }), "password"),
    ]) {
      const answer = await replace(id, json);
      expect([answer.status, answer.body.label]).toEqual([200, json.label]);
      expect((await stack.call("POST", `${ACCOUNTS}/${String(id)}/test`, { token: owner.token })).status).toBe(200);
    }
    await replace(id, stack.account({ password: "wrong" }));
    expect((await stack.call("POST", `${ACCOUNTS}/${String(id)}/test`, { token: owner.token })).status).toBe(502);
  });

  it("resets what is left out, keeps id and created_at, moves updated_at", async () => {
    const full = { from_name: "Shop", trusted_domains: ["a.example"], api_allowed_domains: ["b.example"] };
    const before = await stack.createAccount(owner.token, full);
    const { body, status } = await replace(before.id, without(stack.account(), "username"));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: before.id,
      created_at: before.created_at,
      from_name: "",
      username: "",
      trusted_domains: [],
      api_allowed_domains: [],
    });
    expect(Date.parse(String(body.updated_at))).toBeGreaterThanOrEqual(Date.parse(String(before.updated_at)));
    expect((await read(before.id)).body).toEqual(body);
  });

  it.each(["label", "from_address", "host", "port", "encryption"])(
    "is no patch: %s must be sent again",
    async (field) => {
      const answer = await replace(owner.accountId, without(stack.account(), field));
      expect([answer.status, answer.body]).toMatchObject([400, { error: `${field} is required` }]);
    },
  );
});

describe("foreign and missing accounts", () => {
  it("are 404 on every route, and stay as they are (P-get-account)", async () => {
    const other = await stack.owner();
    const before = (await read(other.accountId, other.token)).body;
    for (const id of [other.accountId, randomUUID()]) {
      const answers = await Promise.all([
        read(id),
        replace(id, stack.account({ is_default: true })),
        remove(id),
        stack.call("POST", `${ACCOUNTS}/${id}/test`, { token: owner.token }),
      ]);
      for (const answer of answers)
        expect([answer.status, answer.text]).toEqual([404, '{"error":"not found","code":"not_found"}']);
    }
    expect((await read(other.accountId, other.token)).body).toEqual(before);
  });

  it("are gone after DELETE, which answers 404 the second time (P-delete-account, F-204)", async () => {
    const { id } = await stack.createAccount(owner.token);
    expect((await remove(id)).status).toBe(204);
    expect([(await read(id)).status, (await remove(id)).status, (await replace(id, stack.account())).status]).toEqual([
      404, 404, 404,
    ]);
    expect((await list()).some((one) => one.id === id)).toBe(false);
  });
});

describe("the default account (D15, S-default)", () => {
  const defaults = async (token: string) => (await list(token)).filter((one) => one.is_default).map((one) => one.id);

  it("is the first one, even when it says false", async () => {
    const { token } = await stack.owner(null);
    const first = await stack.createAccount(token, { is_default: false });
    expect(first.is_default).toBe(true);
    const second = await stack.createAccount(token);
    expect(second.is_default).toBe(false);
    expect(await defaults(token)).toEqual([first.id]);
  });

  it("moves with POST true and with PUT true", async () => {
    const { token, accountId } = await stack.owner();
    const second = await stack.createAccount(token, { is_default: true });
    expect(second.is_default).toBe(true);
    expect(await defaults(token)).toEqual([second.id]);
    expect((await replace(accountId, stack.account({ is_default: true }), token)).body.is_default).toBe(true);
    expect(await defaults(token)).toEqual([accountId]);
  });

  it("stays with a PUT that does not speak of it", async () => {
    const { token, accountId } = await stack.owner();
    expect((await replace(accountId, stack.account(), token)).body.is_default).toBe(true);
    const second = await stack.createAccount(token);
    expect((await replace(second.id, stack.account(), token)).body.is_default).toBe(false);
    expect((await replace(second.id, stack.account({ is_default: false }), token)).body.is_default).toBe(false);
    expect(await defaults(token)).toEqual([accountId]);
  });

  it("is none after an explicit false on it, and sends without account are refused", async () => {
    const { token, key, accountId } = await stack.owner();
    expect((await replace(accountId, stack.account({ is_default: false }), token)).body.is_default).toBe(false);
    expect(await defaults(token)).toEqual([]);
    expect((await stack.send(key)).status).toBe(400);
    expect((await stack.send(key, { smtp_account_id: accountId })).status).toBe(202);
  });

  it("is none after its deletion, until one is chosen", async () => {
    const { token, key, accountId } = await stack.owner();
    const second = await stack.createAccount(token);
    await remove(accountId, token);
    expect(await defaults(token)).toEqual([]);
    expect((await stack.send(key)).status).toBe(400);
    await replace(second.id, stack.account({ is_default: true }), token);
    expect((await stack.send(key)).status).toBe(202);
  });

  it("is the next one created when no account is left", async () => {
    const { token, accountId } = await stack.owner();
    await remove(accountId, token);
    expect((await stack.createAccount(token)).is_default).toBe(true);
  });

  it("is exactly one after 20 first creates at once", async () => {
    const { token } = await stack.owner(null);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create(stack.account({ label: `#${i}`, is_default: i % 2 === 1 }), token)),
    );
    expect(made.map((answer) => answer.status)).toEqual(Array(20).fill(201));
    expect(await defaults(token)).toHaveLength(1);
    expect(await list(token)).toHaveLength(20);
  });

  it("is at most one at any moment of 21 switches at once, and one in the end", async () => {
    const { token, accountId } = await stack.owner();
    const made = await Promise.all(Array.from({ length: 20 }, () => stack.createAccount(token)));
    const ids = [accountId, ...made.map((one) => String(one.id))];
    const race = { isOver: false };
    const watch = async () => {
      const counts: number[] = [];
      while (!race.isOver) counts.push((await defaults(token)).length);
      return counts;
    };
    const watching = [watch(), watch()];
    const switched = await Promise.all(ids.map((id) => replace(id, stack.account({ is_default: true }), token)));
    race.isOver = true;
    const counts = (await Promise.all(watching)).flat();
    expect(switched.map((answer) => answer.status)).toEqual(Array(21).fill(200));
    expect(Math.max(...counts)).toBe(1);
    expect(await defaults(token)).toHaveLength(1);
  });
});

describe("test send (D16, P-test-account, P-test-send, F-502)", () => {
  const test = (id: unknown, json?: unknown) =>
    stack.call("POST", `${ACCOUNTS}/${String(id)}/test`, {
      token: owner.token,
      ...(json === undefined ? {} : { json }),
    });
  const failing = async (change: Fields) => {
    const { id } = await stack.createAccount(owner.token, change);
    const startedAt = Date.now();
    return { answer: await test(id), ms: Date.now() - startedAt };
  };
  const failure = { error: "failed to send test email", detail: expect.stringMatching(/\S/) };

  it.each(["none", "starttls"])("delivers at once with encryption %s", async (encryption) => {
    const { id } = await stack.createAccount(owner.token, { encryption, from_name: "Shop" });
    const to = anAddress("test-send");
    const answer = await test(id, { recipient: to });
    expect([answer.status, answer.body]).toEqual([200, { status: "sent" }]);
    const mails = await stack.mails(to);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ mail_from: "sender@shop.example", rcpt_to: [to] });
    const { raw } = await stack.mail(to);
    expect(headersIn(raw).find((header) => /^from:/i.test(header))).toMatch(/Shop.*<sender@shop\.example>/);
  });

  it("goes to from_address by default", async () => {
    const from = anAddress("self");
    const { id } = await stack.createAccount(owner.token, { from_address: from });
    for (const json of [undefined, {}, { recipient: "" }]) expect((await test(id, json)).status).toBe(200);
    expect(await stack.mails(from)).toHaveLength(3);
  });

  it.each<[string, unknown]>([
    ["no address", { recipient: "x" }],
    ["an address with a line break", { recipient: "a@b.example\r\nX: y" }],
    ["two addresses", { recipient: "a@b.example,c@d.example" }],
    ["a number", { recipient: 1 }],
    ["null", { recipient: null }],
    ["an unknown field", { to: "a@b.example" }],
  ])("refuses as recipient %s", async (_what, json) => {
    expect((await test(owner.accountId, json)).status).toBe(400);
  });

  it("tells of a wrong password, in the server's words and without the password", async () => {
    const { answer } = await failing({ password: "wr0ng-password" });
    expect([answer.status, answer.body]).toMatchObject([502, failure]);
    expect(answer.body.detail).toMatch(/535|auth/i);
    expect(answer.text).not.toContain("wr0ng-password");
    expect(answer.text).not.toContain(Buffer.from("\0demo\0wr0ng-password").toString("base64"));
    expect(String(answer.body.detail).length).toBeLessThanOrEqual(4096);
  });

  /**
   * The limit is less than the shortest timeout of a connection, so an answer within it shows that the service did not
   * wait for the server.
   */
  const NO_TIMEOUT_MS = 9000;
  it.each<[string, () => Fields, number]>([
    ["a closed port", () => ({ port: 1 }), NO_TIMEOUT_MS],
    ["TLS to a port that speaks plain", () => ({ encryption: "tls" }), 19_900],
    ["a private address", () => ({ host: "10.0.0.1", port: 25 }), NO_TIMEOUT_MS],
    ["the metadata address", () => ({ host: "169.254.169.254", port: 80 }), NO_TIMEOUT_MS],
    ["an IPv6 unique local address", () => ({ host: "fd00::1", port: 25 }), NO_TIMEOUT_MS],
    ["an IPv4 address within IPv6", () => ({ host: "::ffff:10.0.0.1", port: 25 }), NO_TIMEOUT_MS],
    ["a private address as a number", () => ({ host: "167772161", port: 25 }), NO_TIMEOUT_MS],
    ["the carrier's own network", () => ({ host: "100.64.0.1", port: 25 }), NO_TIMEOUT_MS],
    ["nowhere", () => ({ host: "0.0.0.0" }), NO_TIMEOUT_MS],
    ["a name that does not exist", () => ({ host: "mail.nowhere.invalid" }), 19_900],
    ["an HTTP server", () => ({ port: Number(new URL(stack.file.base_url).port), encryption: "none" }), 19_900],
  ])("tells of %s", async (_what, change, withinMs) => {
    const { answer, ms } = await failing(change());
    expect([answer.status, answer.body]).toMatchObject([502, failure]);
    expect(ms).toBeLessThan(withinMs);
    expect(answer.text).not.toMatch(/node_modules|\.ts:|at Object/);
  });

  it.each([
    ["reject", "550"],
    ["full", "552"],
    ["defer9", "451"],
  ])("tells of the recipient %s, with code %s", async (local, code) => {
    const answer = await test(owner.accountId, { recipient: anAddress(local) });
    expect([answer.status, answer.body]).toMatchObject([502, failure]);
    expect(answer.body.detail).toContain(code);
  });

  it("ignores the queue's rules: it needs no default and leaves no notification", async () => {
    const { token, accountId } = await stack.owner({ is_default: true });
    await replace(accountId, stack.account({ is_default: false }), token);
    expect((await stack.call("POST", `${ACCOUNTS}/${accountId}/test`, { token })).status).toBe(200);
  });
});

describe("test send to a server that never answers", () => {
  it("ends with 502 within 20 s, whatever the encryption (L-test-send)", async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => sockets.add(socket.on("error", () => {})));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const ended = async (encryption: string) => {
      const { id } = await stack.createAccount(owner.token, { port, encryption });
      const startedAt = Date.now();
      const answer = await stack.call("POST", `${ACCOUNTS}/${String(id)}/test`, { token: owner.token });
      return { answer, ms: Date.now() - startedAt };
    };
    try {
      for (const { answer, ms } of await Promise.all(["none", "starttls", "tls"].map(ended))) {
        expect(ms).toBeLessThan(20_000);
        const detail = expect.stringMatching(/\S/);
        expect([answer.status, answer.body]).toMatchObject([502, { error: "failed to send test email", detail }]);
      }
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });
});

describe("activity", () => {
  const aNewcomer = async () => {
    const sub = `owner-${randomUUID()}`;
    return { sub, token: await stack.token(sub) };
  };
  const activity = async (token: string, query = "") => {
    const { status, body } = await stack.call("GET", `/panel/api/activity${query}`, { token });
    expect(status).toBe(200);
    return body as { activity: Fields[]; next_cursor?: string };
  };

  it("lists who changed what, newest first, with the names of changed fields and no secret", async () => {
    const { token, sub } = await aNewcomer();
    const { id } = (await create(stack.account({ password: "p4ssw0rd-activity" }), token)).body;
    await replace(id, stack.account({ label: "Renamed", password: "p4ssw0rd-changed" }), token);
    await remove(id, token);
    const made = await stack.call("POST", "/panel/api/api-keys", { token, json: { name: "Shop" } });
    await stack.call("DELETE", `/panel/api/api-keys/${String(made.body.id)}`, { token });
    expect((await remove(id, token)).status).toBe(404);
    const all = await activity(token);
    expect(all.activity).toMatchObject([
      { kind: "api_key", action: "revoked", record_id: made.body.id, record_name: "Shop" },
      { kind: "api_key", action: "created", record_id: made.body.id, record_name: "Shop" },
      { kind: "sending_account", action: "deleted", record_id: id, record_name: "Renamed" },
      { kind: "sending_account", action: "changed", record_name: "Renamed", fields: ["label", "password"] },
      { kind: "sending_account", action: "created", record_name: "Mailbox" },
    ]);
    for (const entry of all.activity) {
      expect(entry).toMatchObject({ actor: { sub }, request_id: expect.any(String) });
      expect(entry.at).toMatch(TIMESTAMP);
    }
    expect(JSON.stringify(all)).not.toContain("p4ssw0rd");
    const [, second] = all.activity;
    expect((await activity(token, "?kind=api_key")).activity).toHaveLength(2);
    expect((await activity(token, `?actor=${sub}&until=${String(second?.at)}`)).activity).toHaveLength(3);
    expect((await activity(token, "?actor=nobody")).activity).toEqual([]);
    const first = await activity(token, "?limit=3");
    const rest = await activity(token, `?limit=3&cursor=${first.next_cursor}`);
    expect([...first.activity, ...rest.activity]).toEqual(all.activity);
    expect(rest.next_cursor).toBeUndefined();
  });

  it("is its owner's alone, and refuses what it does not know", async () => {
    const [one, other] = [await aNewcomer(), await aNewcomer()];
    for (let count = 0; count < 2; count++) await create(stack.account(), one.token);
    expect((await activity(other.token)).activity).toEqual([]);
    const { next_cursor } = await activity(one.token, "?limit=1");
    const refused = async (query: string, token = one.token) =>
      (await stack.call("GET", `/panel/api/activity?${query}`, { token })).status;
    for (const query of ["kind=nothing", "since=yesterday", "actor=", "cursor=made-up", "limit=101"])
      expect([query, await refused(query)]).toEqual([query, 400]);
    expect(await refused(`limit=1&cursor=${next_cursor}`, other.token)).toBe(400);
    expect(await refused(`limit=1&kind=webhook&cursor=${next_cursor}`)).toBe(400);
  });
});

describe("the panel's own test and look at the domain", () => {
  const tryOut = (id: unknown, json?: Fields) =>
    stack.call("POST", `/panel/api/sending-accounts/${String(id)}/test`, { token: owner.token, json });

  it("says what was sent, where to, and how long each step took", async () => {
    const { id } = (await create(stack.account())).body;
    const recipient = anAddress();
    const { status, body } = await tryOut(id, { recipient });
    expect(status).toBe(200);
    expect(body).toMatchObject({ sent: true, recipient, explanation: { code: "sent" } });
    expect(body.message_id).toMatch(/^<.+@shop\.example>$/);
    const steps = body.steps as { step: string; ok: boolean }[];
    expect(steps.map(({ step }) => step)).toEqual(expect.arrayContaining(["resolve", "connect", "handover"]));
    expect(steps.every(({ ok }) => ok)).toBe(true);
  });

  it("explains a refusal, and names the field that it is about", async () => {
    const { id } = (await create(stack.account({ host: "no-such-host.invalid" }))).body;
    const { status, body } = await tryOut(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ sent: false, explanation: { code: "server_not_found" }, field: "host" });
    expect(body.steps).toMatchObject([{ step: "resolve", ok: false }]);
    expect((await tryOut(randomUUID())).status).toBe(404);
  });

  it("tries settings that are not saved, and keeps none of them", async () => {
    const draft = (json: Fields) =>
      stack.call("POST", "/panel/api/sending-accounts/test", { token: owner.token, json });
    const before = await stack.call("GET", "/api/v1/smtp-accounts", { token: owner.token });
    const recipient = anAddress();
    const { status, body } = await draft({ account: stack.account(), recipient });
    expect([status, body.sent]).toEqual([200, true]);
    expect(await stack.mails(recipient)).toHaveLength(1);
    const wrong = await draft({ account: stack.account({ password: "wrong-secret-7" }), recipient });
    expect(wrong.body).toMatchObject({ sent: false, explanation: { code: "credential_refused" } });
    expect(wrong.text).not.toContain("wrong-secret-7");
    const inside = await draft({ account: stack.account({ host: "169.254.169.254", port: 80 }) });
    expect(inside.body).toMatchObject({ sent: false, explanation: { code: "address_not_public" } });
    expect((await draft({ account: stack.account({ host: "" }) })).body).toMatchObject({ error: "host is required" });
    expect((await draft({ account: stack.account({ password: "" }) })).body.error).toBe("password is required");
    expect((await stack.call("GET", "/api/v1/smtp-accounts", { token: owner.token })).list).toEqual(before.list);
    expect(stack.output).not.toContain("wrong-secret-7");
  });

  it("lends an account's password to the host that it was stored for", async () => {
    const { id } = (await create(stack.account())).body;
    const draft = (changes: Fields) =>
      stack.call("POST", "/panel/api/sending-accounts/test", {
        token: owner.token,
        json: { account: stack.account({ password: "", ...changes }), account_id: id, recipient: anAddress() },
      });
    expect((await draft({ label: "Renamed" })).body).toMatchObject({ sent: true });
    const elsewhere = await draft({ host: "mail.attacker.example" });
    expect([elsewhere.status, elsewhere.body.error]).toEqual([
      400,
      "password is required: the stored one is for another server",
    ]);
  });

  it("judges the domain's records, whatever the name servers say", async () => {
    const { id } = (await create(stack.account())).body;
    const dns = (query = "", token = owner.token) =>
      stack.call("GET", `/panel/api/sending-accounts/${String(id)}/dns${query}`, { token });
    const { status, body } = await dns("?selectors=mine,k1");
    expect(status).toBe(200);
    expect(body.domain).toBe("shop.example");
    expect((body.checks as Fields[]).map(({ name }) => name)).toEqual(["spf", "dkim", "dmarc", "return_path"]);
    expect((await dns("?selectors=a b")).status).toBe(400);
    expect((await dns("?selectors=a,b,c,d")).status).toBe(400);
    expect((await dns("", (await stack.owner(null)).token)).status).toBe(404);
  });
});
