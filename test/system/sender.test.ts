import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatOwner } from "../support/chat-owner.ts";
import { type Answer, anAddress, type Fields, headersIn, LocalStack, type Owner } from "../support/local-stack.ts";
import { refusedAs } from "../support/refused-item.ts";

// These tests follow D52 line by line.

const ACCOUNTS = "/api/v1/smtp-accounts";
const NOTIFICATIONS = "/api/v1/notifications";
const OWN = "sender@shop.example";
const SENDERS = ["billing@shop.example", "Büro@bücher.example", "*@news.example", "*@xn--fsqu00a.example"];
const NOT_ALLOWED = "from is not allowed for this account";
const MALFORMED = "from must be a valid email address";

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared();
  owner = await stack.owner({ from_addresses: SENDERS });
});
afterAll(() => stack.close());

const said = ({ status, body }: Answer) => [status, body.error];
const account = (method: string, json?: Fields, id = "", headers: Record<string, string> = {}) =>
  stack.call(method, `${ACCOUNTS}${id && `/${id}`}`, { token: owner.token, json, headers });
const fromOf = (raw: string) => headersIn(raw).filter((line) => /^from:/i.test(line));

async function delivered(fields: Fields, key = owner.key) {
  const recipient = anAddress();
  const id = await stack.accepted(key, { recipient, ...fields });
  return { id, mail: await stack.mail(recipient) };
}

describe("from_addresses of a sending account", () => {
  it("are shown where they are given, and reset by a PUT without them", async () => {
    const created = await account(
      "POST",
      stack.account({ from_addresses: ["  Billing@Shop.example ", "*@NEWS.example"] }),
    );
    const from_addresses = ["Billing@Shop.example", "*@NEWS.example"];
    expect([created.status, created.body.from_addresses]).toEqual([201, from_addresses]);
    const id = String(created.body.id);
    const read = await account("GET", undefined, id);
    expect(read.body).toEqual(created.body);
    expect((await account("GET")).list).toContainEqual(created.body);
    for (const without of [{}, { from_addresses: [] }]) {
      const listed = await account("PUT", stack.account({ from_addresses }), id);
      expect([listed.status, listed.body.from_addresses]).toEqual([200, from_addresses]);
      const reset = await account("PUT", stack.account(without), id, {
        "if-match": String(listed.headers.get("etag")),
      });
      expect(reset.status).toBe(200);
      expect(Object.keys(reset.body)).not.toContain("from_addresses");
      expect(Object.keys((await account("GET", undefined, id)).body)).not.toContain("from_addresses");
    }
    expect(
      (await account("PUT", stack.account(), id, { "if-match": String(created.headers.get("etag")) })).status,
    ).toBe(412);
  });

  it("are none by default and for an empty list", async () => {
    for (const fields of [{}, { from_addresses: [] }]) {
      const created = await account("POST", stack.account(fields));
      expect(created.status).toBe(201);
      expect(Object.keys(created.body)).not.toContain("from_addresses");
    }
  });

  it("are at most 100", async () => {
    const many = Array.from({ length: 101 }, (_, i) => `a${i}@shop.example`);
    const answers = [many.slice(1), many].map((from_addresses) => account("POST", stack.account({ from_addresses })));
    const [most, tooMany] = await Promise.all(answers);
    expect(most?.body.from_addresses).toHaveLength(100);
    expect([tooMany?.status, tooMany?.body.error]).toEqual([400, "from_addresses must have at most 100 entries"]);
  });

  it.each<[unknown]>([
    [null],
    ["billing@shop.example"],
    [[1]],
    [[""]],
    [["*"]],
    [["shop.example"]],
    [["*@localhost"]],
    [["*@*.shop.example"]],
    [["*@shop.example", "Shop <billing@shop.example>"]],
    [["billing@shop.example\r\nBcc: x@y.example"]],
  ])("refuse %j, in a create and in a replacement", async (from_addresses) => {
    const json = stack.account({ from_addresses });
    for (const answer of [await account("POST", json), await account("PUT", json, owner.accountId)]) {
      const error = expect.stringMatching(/^from_addresses must /);
      expect(said(answer)).toEqual([400, error]);
    }
  });

  it("are asked of by no test of the account", async () => {
    const test = (json: Fields) =>
      stack.call("POST", `${ACCOUNTS}/${owner.accountId}/test`, { token: owner.token, json });
    expect(said(await test({ from: OWN }))).toEqual([400, 'unknown field "from"']);
    const recipient = anAddress();
    expect((await test({ recipient })).status).toBe(200);
    expect((await stack.mail(recipient)).mail_from).toBe(OWN);
  });
});

// The mailbox shows the envelope's domain in Unicode, however the client has written it.
describe("from of a send", () => {
  it.each<[string, { header?: string; envelope?: string; domain: string }]>([
    [OWN, { domain: "shop.example" }],
    ["Sender@SHOP.example", { envelope: "Sender@shop.example", domain: "shop.example" }],
    ["billing@shop.example", { domain: "shop.example" }],
    [
      "  BILLING@shop.example ",
      { header: "BILLING@shop.example", envelope: "BILLING@shop.example", domain: "shop.example" },
    ],
    ["anyone+7@news.example", { domain: "news.example" }],
    ["Anyone@News.Example", { envelope: "Anyone@news.example", domain: "news.example" }],
    ["info@例子.example", { header: "info@xn--fsqu00a.example", domain: "xn--fsqu00a.example" }],
    ["info@xn--fsqu00a.example", { envelope: "info@例子.example", domain: "xn--fsqu00a.example" }],
  ])("%s is the mail's sender", async (from, { header = from, envelope = from, domain }) => {
    for (const named of [{}, { smtp_account_id: owner.accountId }]) {
      const { id, mail } = await delivered({ ...named, from, from_name: "Shop" });
      expect(fromOf(mail.raw)).toEqual([`From: Shop <${header}>`]);
      expect([mail.mail_from, mail.message_id]).toEqual([envelope, `<${id}@${domain}>`]);
    }
  });

  it("may have a local part beyond ASCII where the server takes it", async () => {
    const { id, mail } = await delivered({ from: "BÜRO@xn--bcher-kva.example" });
    expect([mail.mail_from, mail.message_id]).toEqual(["BÜRO@bücher.example", `<${id}@xn--bcher-kva.example>`]);
  });

  it("is the account's own where it is left out", async () => {
    const { id, mail } = await delivered({});
    expect(fromOf(mail.raw)).toEqual([`From: Mailbox <${OWN}>`]);
    expect([mail.mail_from, mail.message_id]).toEqual([OWN, `<${id}@shop.example>`]);
  });

  it.each<[unknown, string]>([
    ["info@shop.example", NOT_ALLOWED],
    ["sender+1@shop.example", NOT_ALLOWED],
    ["billing+1@shop.example", NOT_ALLOWED],
    ["a@eu.news.example", NOT_ALLOWED],
    ["a@oldnews.example", NOT_ALLOWED],
    ["a@news.example.evil.test", NOT_ALLOWED],
    ["*@shop.example", NOT_ALLOWED],
    ["buro@bücher.example", NOT_ALLOWED],
    ["", MALFORMED],
    ["  ", MALFORMED],
    ["billing", MALFORMED],
    ["Shop <billing@shop.example>", MALFORMED],
    ["<billing@shop.example>", MALFORMED],
    ["billing@shop.example, sender@shop.example", MALFORMED],
    ["billing@shop.example\r\nBcc: x@y.example", MALFORMED],
    [null, "from must be a string"],
    [["billing@shop.example"], "from must be a string"],
    [1, "from must be a string"],
  ])("%j is refused: %s", async (from, message) => {
    for (const named of [{}, { smtp_account_id: owner.accountId }])
      expect(said(await stack.send(owner.key, { ...named, from }))).toEqual([400, message]);
  });

  it("is judged by the account of the send, after it is found", async () => {
    const other = String((await stack.createAccount(owner.token, { from_address: "other@shop.example" })).id);
    const from = "billing@shop.example";
    expect(said(await stack.send(owner.key, { smtp_account_id: other, from }))).toEqual([400, NOT_ALLOWED]);
    expect((await stack.send(owner.key, { smtp_account_id: other, from: "OTHER@shop.example" })).status).toBe(202);
    expect(said(await stack.send(owner.key, { smtp_account_id: crypto.randomUUID(), from }))).toEqual([
      400,
      "smtp_account_id not found",
    ]);
  });

  it("is judged in each item of a batch", async () => {
    const item = (from: unknown) => ({ recipient: anAddress(), subject: "S", body: "B", from });
    const items = [item("billing@shop.example"), item("eve@shop.example"), item("Shop <x@y.example>"), item(undefined)];
    const batch = (more: Fields) =>
      stack.call("POST", `${NOTIFICATIONS}/batch`, { token: owner.key, json: { notifications: items, ...more } });
    const { status, body } = await batch({});
    const notAllowed = { status: 400, message: NOT_ALLOWED, code: "invalid_request" };
    expect([status, body.results]).toEqual([
      202,
      [
        { notification: expect.any(Object) },
        { error: notAllowed },
        { error: refusedAs(MALFORMED, "from") },
        { notification: expect.any(Object) },
      ],
    ]);
    const [first = "", , , last = ""] = items.map(({ recipient }) => recipient);
    expect((await stack.mail(first)).mail_from).toBe("billing@shop.example");
    expect((await stack.mail(last)).mail_from).toBe(OWN);
    expect((await batch({ atomic: true })).status).toBe(400);
  });

  it("is part of the request that an Idempotency-Key stands for", async () => {
    const recipient = anAddress();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await stack.send(owner.key, { recipient, from: "a@news.example" }, headers);
    expect((await stack.send(owner.key, { recipient, from: "a@news.example" }, headers)).body).toEqual(first.body);
    expect((await stack.send(owner.key, { recipient, from: "b@news.example" }, headers)).status).toBe(409);
  });

  it("is in no answer of the notification", async () => {
    const { id } = await delivered({ from: "a@news.example" });
    for (const path of ["", "/timeline"])
      expect((await stack.call("GET", `${NOTIFICATIONS}/${id}${path}`, { token: owner.key })).text).not.toContain(
        "news.example",
      );
  });

  it("is not used on chat, where it is checked for its type only", async () => {
    const chat = await chatOwner(stack);
    const send = (from: unknown) =>
      stack.call("POST", NOTIFICATIONS, {
        token: chat.key,
        json: { channel: "chat", recipient: "+15550009999", chat: { type: "text", text: { body: "Hi" } }, from },
      });
    const plain = said(await send(undefined));
    for (const from of ["", "no address", "eve@elsewhere.example"]) expect(said(await send(from))).toEqual(plain);
    for (const from of [null, 1, ["a@b.example"]])
      expect(said(await send(from))).toEqual([400, "from must be a string"]);
  });
});

describe("from of what is accepted", () => {
  const SOON_MS = 2_500;

  it("stays, whatever its account allows by then: scheduled and sent again", async () => {
    const { token, key, accountId } = await stack.owner({ from_addresses: ["*@news.example"] });
    const recipient = anAddress();
    const send_at = new Date(Date.now() + SOON_MS).toISOString();
    const from = "Anna@News.example";
    const id = await stack.accepted(key, { recipient, from, send_at });
    const json = stack.account({ from_address: "new@shop.example" });
    expect((await stack.call("PUT", `${ACCOUNTS}/${accountId}`, { token, json })).status).toBe(200);
    expect(said(await stack.send(key, { from }))).toEqual([400, NOT_ALLOWED]);
    const first = await stack.mail(recipient);
    expect(fromOf(first.raw)).toEqual([`From: Mailbox <${from}>`]);
    expect([first.mail_from, first.message_id]).toEqual(["Anna@news.example", `<${id}@news.example>`]);
    await stack.settled(key, id);
    const again = await stack.call("POST", `${NOTIFICATIONS}/${id}/resend`, { token: key });
    expect(again.status).toBe(202);
    await stack.settled(key, String(again.body.id));
    const mails = await stack.mails(recipient);
    expect(mails.map(({ mail_from }) => mail_from)).toEqual(["Anna@news.example", "Anna@news.example"]);
    expect(mails.map(({ message_id }) => message_id)).toContain(`<${String(again.body.id)}@news.example>`);
  });

  it("is shown in the panel with the message", async () => {
    const { id } = await delivered({ from: "a@news.example" });
    const { body } = await stack.call("GET", `/panel/api/notifications/${id}/message`, { token: owner.token });
    expect(JSON.stringify(body)).toContain('"from":{"name":"Mailbox","address":"a@news.example"}');
  });
});
