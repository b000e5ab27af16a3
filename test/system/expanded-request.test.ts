import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { type Answer, anAddress, type Fields, HASTY, LocalStack, type Owner } from "../support/local-stack.ts";

let stack: LocalStack;
let owner: Owner;
let chat: ChatOwner;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  owner = await stack.owner();
  chat = await chatOwner(stack);
});
afterAll(() => stack.close());

const pathOf = (id: unknown, rest = ""): string => `/api/v1/notifications/${id}${rest}`;
const read = (id: unknown, rest = "?expand=request", token = owner.key): Promise<Answer> =>
  stack.call("GET", pathOf(id, rest), { token });
const requestOf = async (id: unknown, token = owner.key) => (await read(id, undefined, token)).body.request as Fields;

describe("GET /api/v1/notifications/{id}?expand=request (D53)", () => {
  it("has nothing that the send did not give", async () => {
    const recipient = anAddress();
    const id = await stack.accepted(owner.key, { recipient, subject: "Plain" });
    const { accountId: smtp_account_id } = owner;
    expect((await read(id)).body).toMatchObject({ id, channel: "email", resent_as: [] });
    const { from } = (await requestOf(id)) as Fields;
    expect(from).toMatch(/@/);
    expect(await requestOf(id)).toEqual({ recipient, subject: "Plain", from, smtp_account_id });
  });

  it.each<[string, Fields, Fields]>([
    [
      "copies, trimmed and each once",
      { cc: [" B@example.test ", "b@example.test"], bcc: [] },
      { cc: ["B@example.test"] },
    ],
    ["hidden copies", { bcc: ["c@example.test", "d@example.test"] }, { bcc: ["c@example.test", "d@example.test"] }],
    ["a sender's name", { from_name: " Shop " }, { from_name: "Shop" }],
    ["one address to answer to", { reply_to: "help@shop.example" }, { reply_to: ["help@shop.example"] }],
    [
      "files",
      {
        attachments: [
          { filename: "a.csv", content: btoa("a,b") },
          { filename: "b", content_type: "x/y", content: "" },
        ],
      },
      {
        attachments: [
          { filename: "a.csv", content_type: "text/csv", size: 3 },
          { filename: "b", content_type: "x/y", size: 0 },
        ],
      },
    ],
  ])("gives back %s", async (_, fields, given) => {
    const recipient = anAddress();
    const id = await stack.accepted(owner.key, { recipient: ` ${recipient} `, subject: "Given", ...fields });
    const { from } = (await requestOf(id)) as Fields;
    const known = { recipient, subject: "Given", from, smtp_account_id: owner.accountId };
    expect(await requestOf(id)).toEqual({ ...known, ...given });
  });

  it("names the template by its id, with the version that was used, also of an alias", async () => {
    const alias = `alias-${crypto.randomUUID().slice(0, 8)}`;
    const json = { name: "Order", alias, subject: "Order {{.n}}", body: "It is {{.state}}.", body_type: "text" };
    const template = await stack.call("POST", "/api/v1/templates", { token: owner.token, json });
    const { id: template_id } = template.body;
    const send = { subject: undefined, body: undefined, template_id: alias, variables: { n: "7", state: "ready" } };
    const first = await stack.accepted(owner.key, send);
    const path = `/api/v1/templates/${template_id}`;
    await stack.call("PUT", path, { token: owner.token, json: { ...json, subject: "New order {{.n}}" } });
    const [second, old] = [await stack.accepted(owner.key, send), { ...send, template_version: 1 }];
    const third = await stack.accepted(owner.key, old);
    const seen = await Promise.all([first, second, third].map((id) => requestOf(id)));
    expect(seen).toMatchObject([
      { subject: "Order 7", template_id, template_version: 1 },
      { subject: "New order 7", template_id, template_version: 2 },
      { subject: "Order 7", template_id, template_version: 1 },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/ready|body|variables/);
  });

  it("keeps the sender of a mail that has left, whatever becomes of its account", async () => {
    const mine = await stack.owner();
    const id = await stack.accepted(mine.key);
    await stack.settled(mine.key, id);
    const before = await requestOf(id, mine.key);
    const path = `/api/v1/smtp-accounts/${mine.accountId}`;
    const { body: account } = await stack.call("GET", path, { token: mine.token });
    const { id: _id, created_at: _created, updated_at: _updated, ...fields } = account;
    const json = { ...fields, from_address: "other@shop.example" };
    expect((await stack.call("PUT", path, { token: mine.token, json })).status).toBe(200);
    expect(await requestOf(id, mine.key)).toEqual(before);
    const again = await stack.call("POST", pathOf(id, "/resend"), { token: mine.key });
    expect(await requestOf(again.body.id, mine.key)).toMatchObject({ from: "other@shop.example" });
    const later = await stack.accepted(mine.key, { send_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await requestOf(later, mine.key)).toMatchObject({ from: "other@shop.example" });
    expect((await stack.call("DELETE", path, { token: mine.token })).status).toBe(204);
    expect(await requestOf(id, mine.key)).toEqual(before);
    // The account is gone, so the mail has the address that it was accepted with.
    const kept = await requestOf(later, mine.key);
    expect(kept.from).toBe("other@shop.example");
    expect((await stack.call("POST", pathOf(later, "/cancel"), { token: mine.key })).status).toBe(200);
    expect(await requestOf(later, mine.key)).toEqual(kept);
  });

  it("gives back a chat message, and a reply", async () => {
    const phone = aCustomer();
    await chat.writes(phone);
    const conversation = await chat.conversation(phone);
    const text = { channel: "chat", recipient: phone, chat: { type: "text", text: { body: "Hello" } } };
    const sent = await stack.call("POST", "/api/v1/notifications", { token: chat.key, json: text });
    const reply = await stack.call("POST", `/api/v1/chat-conversations/${conversation.id}/reply`, {
      token: chat.key,
      json: { message_type: "text", text: "Yes" },
    });
    const request = { recipient: phone, chat_account_id: chat.chatAccountId, type: "text" };
    for (const id of [sent.body.id, reply.body.notification_id]) expect(await requestOf(id, chat.key)).toEqual(request);
  });

  it.each(["?expand=", "?expand=content", "?expand=request,content", "?expand=Request"])("refuses %s", async (rest) => {
    const id = await stack.accepted(owner.key);
    const { status, body } = await read(id, rest);
    expect([status, body.error]).toEqual([400, "expand must be request"]);
  });

  it("is for the owner of the notification alone, and no other answer has it", async () => {
    const id = await stack.accepted(owner.key, { subject: "Seen where?" });
    const other = await stack.owner(null);
    expect((await read(id, undefined, other.key)).status).toBe(404);
    const plain = await read(id, "");
    const list = await stack.call("GET", "/api/v1/notifications?limit=100", { token: owner.key });
    for (const { body } of [plain, list]) expect(JSON.stringify(body)).not.toMatch(/"request"|resent_as|Seen where/);
  });
});

describe("resent_as (D53)", () => {
  it("names every resend, those of the same moment and of the panel too, newest first", async () => {
    const id = await stack.accepted(owner.key, { recipient: anAddress("reject") });
    await stack.settled(owner.key, id);
    const explained = (await read(id, "/timeline")).body;
    const before = (await read(id, "")).body;
    const key = { "idempotency-key": crypto.randomUUID() };
    const again = () => stack.call("POST", pathOf(id, "/resend"), { token: owner.key });
    const atOnce = await Promise.all([again(), again(), again()]);
    const repeated = [];
    for (const headers of [key, key])
      repeated.push(await stack.call("POST", pathOf(id, "/resend"), { token: owner.key, headers }));
    const byPanel = await stack.call("POST", `/panel/api/notifications/${id}/resend`, { token: owner.token });
    const ids = [...new Set([...atOnce, ...repeated, byPanel].map(({ body }) => String(body.id)))];
    expect(ids).toHaveLength(5);
    expect((await read(id)).body.resent_as).toEqual(ids.toSorted().toReversed());
    const timeline = (await read(id, "/timeline")).body;
    const resent = (timeline.timeline as Fields[]).filter(({ event }) => event === "resent");
    expect(new Set(resent.map(({ notification_id }) => notification_id))).toEqual(new Set(ids));
    for (const one of resent) expect(Object.keys(one)).toEqual(["at", "event", "notification_id"]);
    expect(timeline.explanation).toEqual(explained.explanation);
    expect((await read(id, "")).body).toEqual(before);
    expect((await read(ids[0])).body).toMatchObject({ resent_from: id, resent_as: [] });
    const panel = await stack.call("GET", `/panel/api/notifications/${id}`, { token: owner.token });
    expect(panel.body).toMatchObject({ resent_as: ids.toSorted().toReversed(), sent: { subject: expect.any(String) } });
  });

  it("is empty after a resend that was refused", async () => {
    const id = await stack.accepted(owner.key, { send_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await stack.call("POST", pathOf(id, "/resend"), { token: owner.key })).status).toBe(409);
    expect((await read(id)).body.resent_as).toEqual([]);
  });
});
