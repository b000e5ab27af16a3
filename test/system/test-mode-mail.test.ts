import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventReader } from "../support/event-reader.ts";
import { anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { MAIL_PARSERS } from "../support/mail-parsers.ts";
import { FORM_TYPE, multipart } from "../support/media-files.ts";

const SANDBOX = "/api/v1/sandbox/messages";
const PANEL = "/panel/api/sandbox/messages";
const ACCOUNTS = "/api/v1/smtp-accounts";
const TEST_MODE = { "herald-mode": "test" };

/** Counts connections to a port at which no mail of test mode may arrive. */
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let connections = 0;
let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
});
afterAll(async () => {
  listener.close();
  await stack.close();
});

interface Tester extends Pick<Owner, "token" | "sub"> {
  /** The key of test mode. */
  readonly key: string;
  readonly liveKey: string;
}

async function aTester(): Promise<Tester> {
  const { token, sub, key: liveKey } = await stack.owner(null);
  return { token, sub, liveKey, key: String((await stack.apiKey(token, { mode: "test" })).key) };
}

const call = (method: string, path: string, { token }: Tester, json?: unknown) =>
  stack.call(method, path, { token, headers: TEST_MODE, ...(json !== undefined && { json }) });
const page = async ({ key }: Tester, query = "") =>
  (await stack.call("GET", `${SANDBOX}${query}`, { token: key })).body;
const list = async (who: Tester, query = "") => (await page(who, query)).messages as Fields[];
const told = async ({ key }: Tester, id: string) =>
  (await stack.call("GET", `/api/v1/notifications/${id}/timeline`, { token: key })).body as unknown as {
    readonly timeline: Fields[];
    readonly recipients: Fields[];
    readonly explanation: Fields;
  };
const eventsOf = async (who: Tester, id: string) => (await told(who, id)).timeline.map(({ event }) => event);
const suppressionsOf = async (who: Tester) =>
  (await call("GET", "/api/v1/suppressions", who)).body.suppressions as Fields[];

/** Sends a mail in test mode and waits until it has ended. */
async function sent(who: Tester, more: Fields = {}) {
  const id = await stack.accepted(who.key, more);
  return { id, ...(await stack.settled(who.key, id)) } as Fields & { readonly id: string };
}

/** Creates an account of test mode whose server is the listener. */
const accountAtListener = async (who: Tester, more: Fields = {}) => {
  const { port } = listener.address() as AddressInfo;
  const json = stack.account({ host: "127.0.0.1", port, ...more });
  return String((await call("POST", ACCOUNTS, who, json)).body.id);
};

describe("the sandbox of mails (D48c)", () => {
  it("shows a mail as it was handed over, from the account Sandbox", async () => {
    const who = await aTester();
    const to = anAddress();
    const { id, ...notification } = await sent(who, { recipient: to, subject: "Olá", cc: ["bo@example.test"] });
    expect(notification).toMatchObject({ status: "sent", attempts: 1 });
    const [summary, ...others] = await list(who);
    expect(others).toEqual([]);
    expect(summary).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      notification_id: id,
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      mail_from: "sandbox@sandbox.test",
      rcpt_to: [to, "bo@example.test"],
      message_id: `<${id}@sandbox.test>`,
      subject: "Olá",
      from: "Sandbox <sandbox@sandbox.test>",
      size: expect.any(Number),
    });
    expect(await stack.mails(to)).toEqual([]);
    const one = await stack.call("GET", `${SANDBOX}/${String(summary?.id)}`, { token: who.key });
    expect(one.body).toEqual({ ...summary, headers: expect.any(Object), text: "It works.\n", html: "" });
    expect(one.body.headers).toMatchObject({ subject: "=?UTF-8?Q?Ol=C3=A1?=", "message-id": `<${id}@sandbox.test>` });
    const raw = await stack.call("GET", `${SANDBOX}/${String(summary?.id)}/raw`, { token: who.key });
    expect([raw.status, raw.headers.get("content-type")]).toEqual([200, "message/rfc822"]);
    expect(Buffer.byteLength(raw.text)).toBe(summary?.size);
    expect(raw.text).toContain(`Message-ID: <${id}@sandbox.test>\r\n`);
  });

  it("has the same routes for the panel, and says 404 for what is not there", async () => {
    const [who, other] = [await aTester(), await aTester()];
    const { id } = await sent(who);
    const [summary] = await list(who);
    const panel = (path: string, { token }: Tester = who) => stack.call("GET", `${PANEL}${path}`, { token });
    const one = `/${String(summary?.id)}`;
    expect((await panel("")).body).toEqual({ messages: [summary] });
    expect((await panel(one)).body).toMatchObject({ notification_id: id, text: "It works.\n" });
    expect((await panel(`${one}/raw`)).text).toContain("It works.");
    for (const path of [one, `${one}/raw`]) {
      expect((await panel(path, other)).status).toBe(404);
      expect((await stack.call("GET", `${SANDBOX}${path}`, { token: other.key })).status).toBe(404);
    }
    expect((await panel("/nothing")).status).toBe(400);
    expect((await stack.call("DELETE", PANEL, { token: who.token })).status).toBe(204);
    expect(await list(who)).toEqual([]);
    expect((await panel(one)).status).toBe(404);
    expect((await stack.notification(who.key, id)).status).toBe("sent");
  });

  it("lists page by page, newest first, and by recipient in any case", async () => {
    const who = await aTester();
    const to = anAddress();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await sent(who, n % 2 === 0 ? { recipient: to } : {})).id);
    const seen: unknown[] = [];
    let query = "?limit=2";
    for (;;) {
      const { messages, next_cursor: next } = await page(who, query);
      seen.push(...(messages as Fields[]).map((one) => one.notification_id));
      if (next === undefined) break;
      query = `?limit=2&cursor=${encodeURIComponent(String(next))}`;
    }
    expect(seen).toEqual(ids.toReversed());
    const own = await page(who, `?to=${encodeURIComponent(to.toUpperCase())}&limit=2`);
    expect((own.messages as Fields[]).map((one) => one.notification_id)).toEqual([ids[4], ids[2]]);
    const elsewhere = await stack.call("GET", `${SANDBOX}?cursor=${String(own.next_cursor)}`, { token: who.key });
    expect([elsewhere.status, elsewhere.body.error]).toEqual([400, "cursor is not valid"]);
    for (const limit of ["0", "101", "x"])
      expect((await stack.call("GET", `${SANDBOX}?limit=${limit}`, { token: who.key })).status).toBe(400);
    expect((await stack.call("DELETE", SANDBOX, { token: who.key })).status).toBe(204);
    expect(await page(who)).toEqual({ messages: [] });
  });

  it("finds the mails to an international domain by both of its forms", async () => {
    const who = await aTester();
    const { id } = await sent(who, { recipient: "ü@münchen.test" });
    for (const to of ["ü@münchen.test", "ü@xn--mnchen-3ya.test"])
      expect((await list(who, `?to=${encodeURIComponent(to)}`)).map((one) => one.notification_id)).toEqual([id]);
  });

  it("has the whole source of a mail that is larger than an answer, part by part", async () => {
    const who = await aTester();
    const content = randomBytes(6_000_000);
    const form = multipart([{ name: "file", filename: "big.bin", type: "application/octet-stream", content }]);
    const uploaded = await stack.call("POST", "/api/v1/attachments", { token: who.key, type: FORM_TYPE, raw: form });
    await sent(who, { attachments: [{ attachment_id: uploaded.body.attachment_id }] });
    const [summary] = await list(who);
    const size = Number(summary?.size);
    expect(size).toBeGreaterThan(8_000_000);
    const read = (query: string) =>
      stack.call("GET", `${SANDBOX}/${String(summary?.id)}/raw${query}`, { token: who.key });
    expect(await read("")).toMatchObject({
      status: 400,
      body: { error: "the message is too large for one answer: read it in parts with from" },
    });
    expect(await read("?from=-1")).toMatchObject({ status: 400, body: { errors: [{ field: "from" }] } });
    let source = "";
    for (let from = 0; from < size; from = Buffer.byteLength(source)) source += (await read(`?from=${from}`)).text;
    expect(Buffer.byteLength(source)).toBe(size);
    const { files } = await MAIL_PARSERS["postal-mime"](Buffer.from(source));
    expect(files.map((file) => file.content.equals(content))).toEqual([true]);
  });

  it("opens to every key of test mode, and to nobody else", async () => {
    const who = await aTester();
    const bare = String((await stack.apiKey(who.token, { mode: "test", permissions: ["events:read"] })).key);
    const id = crypto.randomUUID();
    for (const [method, path] of [
      ["GET", SANDBOX],
      ["GET", `${SANDBOX}/${id}`],
      ["GET", `${SANDBOX}/${id}/raw`],
      ["DELETE", SANDBOX],
    ] as const) {
      const byLive = await stack.call(method, path, { token: who.liveKey });
      expect([byLive.status, byLive.body.code]).toEqual([403, "test_key_required"]);
      expect((await stack.call(method, path, { token: who.token })).status).toBe(401);
      expect([200, 204, 404]).toContain((await stack.call(method, path, { token: bare })).status);
    }
  });

  it("has files, uploaded ones too, both texts, and the headers of the sender", async () => {
    const who = await aTester();
    const [small, large] = [randomBytes(900), randomBytes(700_000)];
    const form = multipart([{ name: "file", filename: "big.bin", type: "application/octet-stream", content: large }]);
    const uploaded = await stack.call("POST", "/api/v1/attachments", { token: who.key, type: FORM_TYPE, raw: form });
    await sent(who, {
      ...{ body: "<p>Look</p>", body_type: "html", text: "Look at it" },
      headers: { "X-Order": "7" },
      attachments: [
        { filename: "a.bin", content: small.toString("base64") },
        { attachment_id: uploaded.body.attachment_id },
      ],
    });
    const [summary] = await list(who);
    const one = await stack.call("GET", `${SANDBOX}/${String(summary?.id)}`, { token: who.key });
    expect([one.body.text, one.body.html]).toEqual(["Look at it\n", "<p>Look</p>\n"]);
    expect(one.body.headers).toMatchObject({ "x-order": "7" });
    const raw = await stack.call("GET", `${SANDBOX}/${String(summary?.id)}/raw`, { token: who.key });
    const { files } = await MAIL_PARSERS["postal-mime"](Buffer.from(raw.text));
    expect(
      files.map(({ filename, content }) => [filename, content.equals(filename === "a.bin" ? small : large)]),
    ).toEqual([
      ["a.bin", true],
      ["big.bin", true],
    ]);
  });

  it("shows times of test mode", async () => {
    const who = await aTester();
    const json = { advance_seconds: 86_400 };
    await stack.call("POST", "/api/v1/sandbox/clock", { token: who.key, json });
    await sent(who);
    const [summary] = await list(who);
    const { body } = await stack.call("GET", `${SANDBOX}/${String(summary?.id)}`, { token: who.key });
    const tomorrow = Date.now() + 86_400_000;
    const { date } = body.headers as Fields;
    for (const time of [summary?.received_at, date])
      expect(Math.abs(Date.parse(String(time)) - tomorrow)).toBeLessThan(60_000);
  });
});

describe("the account Sandbox (D48b)", () => {
  it("is the default, an ordinary account that its owner may delete for good", async () => {
    const who = await aTester();
    const { list: accounts } = await call("GET", ACCOUNTS, who);
    expect(accounts).toEqual([
      expect.objectContaining({
        label: "Sandbox",
        provider: "smtp",
        from_address: "sandbox@sandbox.test",
        host: "sandbox.test",
        port: 587,
        encryption: "starttls",
        is_default: true,
      }),
    ]);
    expect((await stack.call("GET", ACCOUNTS, { token: who.token })).list).toEqual([]);
    const one = `${ACCOUNTS}/${String(accounts[0]?.id)}`;
    expect((await stack.call("GET", one, { token: who.token })).status).toBe(404);
    const renamed = await call("PUT", one, who, stack.account({ label: "Ours", from_address: "a@ours.test" }));
    expect([renamed.status, renamed.body.label]).toEqual([200, "Ours"]);
    expect((await call("DELETE", one, who)).status).toBe(204);
    expect((await call("GET", ACCOUNTS, who)).list).toEqual([]);
    expect((await stack.send(who.key)).status).toBe(400);
  });

  it("is one account when the first requests come at once", async () => {
    const who = await aTester();
    const all = await Promise.all(Array.from({ length: 8 }, () => call("GET", ACCOUNTS, who)));
    const ids = all.flatMap(({ list: accounts }) => accounts.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([8, 1]);
  });
});

describe("what recipients mean (D48c)", () => {
  it("refuses `reject` and `full`; the address that does not exist is suppressed", async () => {
    const who = await aTester();
    const to = anAddress("Reject");
    const { id, ...rejected } = await sent(who, { recipient: to });
    expect(rejected).toMatchObject({ status: "failed", attempts: 1, last_error: "550 5.1.1 No such mailbox here" });
    expect((await told(who, id)).explanation.code).toBe("mailbox_not_found");
    expect(await suppressionsOf(who)).toEqual([
      expect.objectContaining({ recipient: to, reason: "bounce", notification_id: id }),
    ]);
    const full = await sent(who, { recipient: anAddress("full") });
    expect(full).toMatchObject({ status: "failed", last_error: "552 5.2.2 Mailbox full" });
    expect(await list(who)).toEqual([]);
    const mixed = await sent(who, { cc: [anAddress("full")] });
    expect(mixed.status).toBe("sent");
    expect((await told(who, mixed.id)).recipients.map(({ outcome }) => outcome)).toEqual(["accepted", "refused"]);
    expect(await list(who)).toHaveLength(1);
  });

  it("defers the first attempts at `defer<N>`", async () => {
    const who = await aTester();
    const { id, ...deferred } = await sent(who, { recipient: anAddress("defer2"), cc: [anAddress()] });
    expect(deferred).toMatchObject({ status: "sent", attempts: 3 });
    expect((await list(who)).map(({ rcpt_to: to }) => (to as string[]).length)).toEqual([1, 1]);
    const { timeline } = await told(who, id);
    expect(timeline.map(({ response }) => response)).toContain("451 4.3.0 Try again later");
  });

  it("answers `slow<S>` later", async () => {
    const who = await aTester();
    const startedAt = Date.now();
    expect(await sent(who, { recipient: anAddress("slow2") })).toMatchObject({ status: "sent", attempts: 1 });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2000);
    expect(await list(who)).toHaveLength(1);
  });

  it("keeps a mail to `drop`, and tells that it may have been delivered", async () => {
    const who = await aTester();
    const { id, ...dropped } = await sent(who, { recipient: anAddress("drop") });
    expect(dropped.status).toBe("failed");
    expect(dropped.last_error).toMatch(/^the server took the whole mail and did not answer/);
    expect((await list(who)).map((one) => one.notification_id)).toEqual([id, id]);
  });

  it.each([
    ["bounce", "bounced", "bounce"],
    ["complain", "complained", "complaint"],
  ])("takes a mail to `%s`, which is then %s and suppressed", async (local, event, reason) => {
    const who = await aTester();
    const to = anAddress(local);
    const { id, status } = await sent(who, { recipient: to });
    expect(status).toBe("sent");
    expect(await list(who)).toHaveLength(1);
    const timeline = await until(
      () => eventsOf(who, id),
      (events) => events.includes(event),
      { withinMs: 20_000 },
    );
    expect(timeline).toEqual(["accepted", "sent", event]);
    expect((await stack.notification(who.key, id)).status).toBe("sent");
    expect(await suppressionsOf(who)).toEqual([
      expect.objectContaining({ recipient: to, reason, notification_id: id }),
    ]);
    const announced = await until(
      () => eventReader(stack, who.key).readOn(),
      (events) => events.some(({ type }) => type === `notification.${event}`),
    );
    expect(announced.find(({ type }) => type === `notification.${event}`)?.data).toMatchObject({ id });
    const again = await sent(who, { recipient: to });
    expect(again.status).toBe("failed");
  });

  it("means nothing to live keys", async () => {
    const live = await stack.owner();
    for (const local of ["bounce", "complain"]) {
      const to = anAddress(local);
      const id = await stack.accepted(live.key, { recipient: to });
      expect((await stack.settled(live.key, id)).status).toBe("sent");
      expect(await stack.mails(to)).toHaveLength(1);
    }
    expect((await stack.call("GET", "/api/v1/suppressions", { token: live.token })).body.suppressions).toEqual([]);
  });
});

describe("nothing leaves (D48, D48b)", () => {
  it("contacts no server of an account, in sends and in test sends", async () => {
    const who = await aTester();
    const id = await accountAtListener(who, { from_address: "hello@shop.example", is_default: true });
    const { status } = await sent(who, { recipient: "anna@example.test" });
    expect(status).toBe("sent");
    expect((await list(who))[0]).toMatchObject({ mail_from: "hello@shop.example" });

    const test = await call("POST", `${ACCOUNTS}/${id}/test`, who, { recipient: "bo@example.test" });
    expect([test.status, test.body.status]).toEqual([200, "sent"]);
    const tried = await call("POST", `/panel/api/sending-accounts/${id}/test`, who, { recipient: "bo@example.test" });
    expect(tried.status).toBe(200);
    const { port } = listener.address() as AddressInfo;
    const account = stack.account({ host: "127.0.0.1", port, password: "secret" });
    const draft = await call("POST", "/panel/api/sending-accounts/test", who, {
      account,
      recipient: "bo@example.test",
    });
    expect(draft.status).toBe(200);
    const own = await list(who, "?to=bo@example.test");
    expect(own.map(({ subject }) => subject)).toEqual(Array.from({ length: 3 }, () => "Herald test email"));
    expect(own.every((one) => !("notification_id" in one))).toBe(true);

    const refused = await call("POST", `${ACCOUNTS}/${id}/test`, who, { recipient: "reject@example.test" });
    expect([refused.status, refused.body.code]).toEqual([502, "test_send_failed"]);
    expect(connections).toBe(0);
  });

  it("contacts no endpoint of an account with provider http_api", async () => {
    const who = await aTester();
    const { port } = listener.address() as AddressInfo;
    const made = await call("POST", ACCOUNTS, who, {
      ...{ label: "Provider", from_address: "hello@shop.example", provider: "http_api", is_default: true },
      ...{ endpoint: `http://127.0.0.1:${port}/send`, api_key: "secret", body_template: '{"to":{{json .To}}}' },
    });
    expect(made.status).toBe(201);
    expect((await sent(who, { recipient: anAddress() })).status).toBe("sent");
    expect(await list(who)).toEqual([expect.objectContaining({ mail_from: "hello@shop.example" })]);
    expect(connections).toBe(0);
  });

  it("asks no name server about the domain of an account, and says so", async () => {
    const who = await aTester();
    const { list: accounts } = await call("GET", ACCOUNTS, who);
    const answer = await call("GET", `/panel/api/sending-accounts/${String(accounts[0]?.id)}/dns?selectors=a`, who);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      domain: "sandbox.test",
      checks: ["spf", "dkim", "dmarc", "return_path"].map((name) => ({
        name,
        state: "unknown",
        summary: "Test mode asks no name servers.",
        what_to_do: "Check the domain with an account of live mode.",
      })),
    });
  });
});
