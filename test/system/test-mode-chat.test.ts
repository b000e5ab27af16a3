import { afterAll, beforeAll, describe, it } from "vitest";
import { aCustomer } from "../support/chat-owner.ts";
import { accountRequest, adminToken, simulator } from "../support/chat-world.ts";
import { type Answer, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { FILES, FORM_TYPE, multipart } from "../support/media-files.ts";

/** A busy machine takes longer than the few seconds that all this takes otherwise. */
const WITHIN = { withinMs: 60_000 };
const DAY_SECONDS = 86_400;
const TEST_MODE = { "herald-mode": "test" };
const REFUSED = "+15005550001";
const UNREACHABLE = "+15005550009";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

interface Tester extends Owner {
  /** A key of test mode. */
  readonly testKey: string;
}

async function aTester(): Promise<Tester> {
  const who = await stack.owner(null);
  return { ...who, testKey: String((await stack.apiKey(who.token, { mode: "test" })).key) };
}

const at = (phone: string, prefix = "/api/v1") => `${prefix}/sandbox/customers/${encodeURIComponent(phone)}/messages`;
const TEXT = { type: "text", text: { body: "Hi" } };
const write = ({ testKey }: Tester, phone: string, message: unknown = TEXT) =>
  stack.call("POST", at(phone), { token: testKey, json: message });
/** Writes in as a customer and returns the id of the conversation. */
async function written(who: Tester, phone: string, message: unknown = TEXT): Promise<string> {
  const answer = await write(who, phone, message);
  if (answer.status !== 201) throw new Error(`not written: ${answer.status} ${answer.text}`);
  return String(answer.body.conversation_id);
}
const got = (who: Tester, phone: string, query = "") =>
  stack.call("GET", `${at(phone)}${query}`, { token: who.testKey });
const gotMessages = async (who: Tester, phone: string) => (await got(who, phone)).body.messages as Fields[];
const gotOne = async (who: Tester, phone: string) => {
  const [sent] = await until(
    () => gotMessages(who, phone),
    ({ length }) => length > 0,
    WITHIN,
  );
  return sent as Fields;
};
const reply = ({ testKey }: Tester, conversation: string, json: Fields) =>
  stack.call("POST", `/api/v1/chat-conversations/${conversation}/reply`, { token: testKey, json });
const read = async ({ testKey }: Tester, path: string) => (await stack.call("GET", path, { token: testKey })).body;
const history = async (who: Tester, conversation: string) =>
  (await read(who, `/api/v1/chat-conversations/${conversation}/messages`)).messages as Fields[];
const timeline = async (who: Tester, id: unknown) => read(who, `/api/v1/notifications/${String(id)}/timeline`);
const reached = (who: Tester, id: unknown, event: string) =>
  until(
    () => timeline(who, id),
    (told) => (told.timeline as Fields[]).some((one) => one.event === event),
    WITHIN,
  );
const send = ({ testKey }: Tester, recipient: string, chat: Fields) =>
  stack.call("POST", "/api/v1/notifications", { token: testKey, json: { channel: "chat", recipient, chat } });
const advance = ({ testKey }: Tester, seconds: number) =>
  stack.call("POST", "/api/v1/sandbox/clock", { token: testKey, json: { advance_seconds: seconds } });
const inTestMode = (method: string, path: string, { token }: Tester, json?: unknown) =>
  stack.call(method, path, { token, headers: TEST_MODE, ...(json === undefined ? {} : { json }) });
const ownAccounts = async (who: Tester) => (await inTestMode("GET", "/panel/api/chat-accounts", who)).list;
const fieldsOf = ({ body }: Answer) => (body.errors as Fields[]).map(({ field }) => field);
/** Returns what the simulator of the platform knows of a customer. */
const seenByPlatform = async (phone: string) =>
  (await simulator(stack, "GET", `/api/messages?to=${encodeURIComponent(phone)}`)).body.messages;

describe("a customer of test mode (D48d)", () => {
  it("writes in, is answered, and the answer goes on to read", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const answer = await write(who, phone, { ...TEXT, profile_name: "Ana" });
    expect([answer.status, Object.keys(answer.body).toSorted()]).toEqual([201, ["conversation_id", "message_id"]]);
    const conversation = String(answer.body.conversation_id);
    expect(await history(who, conversation)).toMatchObject([
      { id: answer.body.message_id, direction: "inbound", payload: { body: "Hi" } },
    ]);
    expect(await read(who, `/api/v1/chat-conversations/${conversation}`)).toMatchObject({
      customer_phone: phone,
      customer_name: "Ana",
      window_open: true,
    });

    const replied = await reply(who, conversation, { message_type: "text", text: "Hello" });
    expect(replied.status).toBe(202);
    const id = replied.body.notification_id;
    expect(await gotOne(who, phone)).toEqual({
      id: expect.any(String),
      notification_id: id,
      sent_at: expect.stringMatching(/Z$/),
      message: {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: phone,
        biz_opaque_callback_data: id,
        type: "text",
        text: { body: "Hello", preview_url: false },
      },
    });
    const told = await reached(who, id, "read");
    expect((told.timeline as Fields[]).map(({ event }) => event)).toEqual([
      "accepted",
      "submitted",
      "sent",
      "delivered",
      "read",
    ]);
    expect(await seenByPlatform(phone)).toEqual([]);
  });

  it("is refused by the provider at one number, and unreachable at another", async ({ expect }) => {
    const who = await aTester();
    const ids = new Map<string, unknown>();
    for (const phone of [REFUSED, UNREACHABLE]) {
      const conversation = await written(who, phone);
      ids.set(phone, (await reply(who, conversation, { text: "Hello" })).body.notification_id);
    }
    const refused = await reached(who, ids.get(REFUSED), "failed");
    expect(refused).toMatchObject({ explanation: { code: "message_invalid" } });
    expect(await read(who, `/api/v1/notifications/${String(ids.get(REFUSED))}`)).toMatchObject({
      status: "failed",
      attempts: 1,
      last_error: expect.stringContaining("the chat provider refused"),
    });
    expect(await gotMessages(who, REFUSED)).toEqual([]);

    const unreachable = await reached(who, ids.get(UNREACHABLE), "failed");
    expect(unreachable).toMatchObject({ explanation: { code: "customer_unreachable" } });
    expect((unreachable.timeline as Fields[]).map(({ event }) => event)).toEqual(["accepted", "submitted", "failed"]);
    expect(await read(who, `/api/v1/notifications/${String(ids.get(UNREACHABLE))}`)).toMatchObject({
      status: "failed",
      last_error: expect.stringContaining("131026"),
    });
    expect(await gotMessages(who, UNREACHABLE)).toHaveLength(1);
  });

  it.for([
    ["text", { body: "Hi" }, {}],
    ["location", { latitude: 38.7, longitude: -9.1, name: "Shop" }, {}],
    ["reaction", { message_id: "wamid.1", emoji: "👍" }, {}],
    ["button", { text: "Yes", payload: "yes" }, {}],
    ["interactive", { type: "button_reply", button_reply: { id: "1", title: "Yes" } }, {}],
    [
      "contacts",
      [{ name: { formatted_name: "Ben" } }],
      { expected: { contacts: [{ name: { formatted_name: "Ben" } }] } },
    ],
    ["order", { catalog_id: "1", product_items: [] }, {}],
  ] as const)("writes a message of type %s", async ([type, content, more], { expect }) => {
    const who = await aTester();
    const conversation = await written(who, aCustomer(), { type, [type]: content, context: { id: "wamid.0" } });
    const { expected = content } = more as { expected?: unknown };
    expect(await history(who, conversation)).toMatchObject([{ message_type: type, payload: expected }]);
  });

  it("gets notices of the platform into the history, which open no window", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const early = Math.floor(Date.now() / 1000) - 2 * DAY_SECONDS;
    const conversation = await written(who, phone, { ...TEXT, timestamp: early });
    await written(who, phone, { type: "system", system: { body: "Ana changed the number" } });
    expect(await history(who, conversation)).toMatchObject([{ message_type: "system" }, { message_type: "text" }]);
    expect(await read(who, `/api/v1/chat-conversations/${conversation}`)).toMatchObject({ window_open: false });
  });

  it("sends files, which are there at once and stay when test time moves on", async ({ expect }) => {
    const who = await aTester();
    const file = { content_base64: FILES.jpeg.toString("base64"), content_type: "image/jpeg" };
    const phone = aCustomer();
    const conversation = await written(who, phone, { type: "image", image: { caption: "look" }, ...file });
    const [message] = await history(who, conversation);
    expect(message).toMatchObject({
      message_type: "image",
      payload: { caption: "look", mime_type: "image/jpeg", media_status: "available" },
    });
    await advance(who, 30 * DAY_SECONDS);
    const path = `/api/v1/chat-conversations/${conversation}/messages/${String(message?.id)}/media`;
    const { status, body } = await stack.call("GET", path, { token: who.testKey });
    expect([status, body]).toMatchObject([200, { content_type: "image/jpeg" }]);
    // A link is a credential, so it ends by real time, but the shown time is test time like all others.
    const isOfLink = Date.parse(String(body.expires_at)) - 30 * DAY_SECONDS * 1000 - Date.now();
    expect([isOfLink > 0, isOfLink < DAY_SECONDS * 1000]).toEqual([true, true]);
    expect(Number(new URL(String(body.url)).searchParams.get("Expires")) * 1000 - Date.now()).toBeLessThan(
      DAY_SECONDS * 1000,
    );
    const linked = await fetch(String(body.url));
    expect(Buffer.from(await linked.arrayBuffer()).equals(FILES.jpeg)).toBe(true);
  });

  it("may name a file that nobody has", async ({ expect }) => {
    const who = await aTester();
    const conversation = await written(who, aCustomer(), { type: "document", document: { caption: "look" } });
    const [message] = await history(who, conversation);
    const path = `/api/v1/chat-conversations/${conversation}/messages/${String(message?.id)}/media`;
    const asked = await until(
      () => stack.call("GET", path, { token: who.testKey }),
      ({ status }) => status !== 503,
      WITHIN,
    );
    expect([asked.status, asked.body.error]).toEqual([404, "media expired"]);
  });

  it("writes at a time of its own, and at the present test time otherwise", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const early = Math.floor(Date.now() / 1000) - 2 * DAY_SECONDS;
    const conversation = await written(who, phone, { ...TEXT, timestamp: early });
    expect(await read(who, `/api/v1/chat-conversations/${conversation}`)).toMatchObject({ window_open: false });
    await advance(who, 30 * DAY_SECONDS);
    await written(who, phone, { type: "text", text: { body: "again" } });
    const [later, first] = await history(who, conversation);
    expect(first?.occurred_at).toBe(new Date(early * 1000).toISOString());
    expect(Date.parse(String(later?.occurred_at)) - Date.now()).toBeGreaterThan(29.9 * DAY_SECONDS * 1000);
    expect(await read(who, `/api/v1/chat-conversations/${conversation}`)).toMatchObject({ window_open: true });
  });

  it("may hide the number, and stays the same customer", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const conversation = await written(who, phone);
    expect(await written(who, phone, { ...TEXT, without_phone: true })).toBe(conversation);
    const other = aCustomer();
    const hidden = await written(who, other, { ...TEXT, without_phone: true, user_id: "US.13491208655302741918" });
    expect(await read(who, `/api/v1/chat-conversations/${hidden}`)).toMatchObject({ customer_phone: "" });
    const replied = await reply(who, hidden, { text: "Hello" });
    await reached(who, replied.body.notification_id, "read");
  });

  it("is refused what is no message, with all problems", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const refused: [string, unknown, string[]][] = [
      ["no type", { text: { body: "Hi" } }, ["type"]],
      ["an empty body", {}, ["type"]],
      ["another type", { type: 1 }, ["type"]],
      ["an unknown field", { ...TEXT, foo: 1 }, ["foo"]],
      [
        "the simulator's faults",
        { ...TEXT, account_phone_id: "phone-number-id-1", duplicate: true },
        ["account_phone_id", "duplicate"],
      ],
      ["the fields that are not given", { ...TEXT, from: "1", id: "wamid.1" }, ["from", "id"]],
      ["no content", { type: "text" }, ["text"]],
      ["another content", { type: "text", text: { body: 1 } }, ["text.body"]],
      ["a picture that is no object", { type: "image", image: "x" }, ["image"]],
      [
        "values beside it",
        {
          ...TEXT,
          timestamp: "soon",
          profile_name: 1,
          user_id: "x",
          without_phone: "no",
          content_base64: "?",
          content_type: "jpeg",
          filename: "",
        },
        ["timestamp", "profile_name", "user_id", "without_phone", "content_base64", "content_type", "filename"],
      ],
      [
        "several problems",
        { type: "location", location: {}, extra: 1 },
        ["extra", "location.latitude", "location.longitude"],
      ],
    ];
    for (const [what, body, fields] of refused) {
      const answer = await write(who, phone, body);
      expect([what, answer.status, answer.body.code, fieldsOf(answer)]).toEqual([what, 400, "invalid_request", fields]);
    }
    for (const number of ["351912345678", "+0123456789", "ana", "+1", "%2B"]) {
      const answer = await write(who, number);
      expect([number, answer.status, fieldsOf(answer)]).toEqual([number, 400, ["phone"]]);
      expect((await got(who, number)).status).toBe(400);
    }
    expect((await stack.call("POST", at(phone), { token: who.testKey, raw: "{" })).status).toBe(400);
    expect((await read(who, "/api/v1/chat-conversations")).conversations).toEqual([]);
  });

  it("stops marketing by a word, and starts it again (D45h)", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const settings = { chat_stop: true, stop_words: ["stop"], start_words: ["start"] };
    expect((await inTestMode("PUT", "/api/v1/suppressions/settings", who, settings)).status).toBe(200);
    const list = async () => (await inTestMode("GET", "/api/v1/suppressions", who)).body.suppressions as Fields[];
    await written(who, phone, { type: "text", text: { body: "STOP" } });
    expect(await list()).toMatchObject([{ recipient: phone, reason: "unsubscribe", topic: "marketing" }]);
    await written(who, phone, { type: "text", text: { body: "start" } });
    expect(await list()).toEqual([]);
  });

  it("is opened by any key of test mode, and by nothing else", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const narrow = String((await stack.apiKey(who.token, { mode: "test", permissions: ["events:read"] })).key);
    expect((await stack.call("POST", at(phone), { token: narrow, json: TEXT })).status).toBe(201);
    expect((await stack.call("GET", at(phone), { token: narrow })).status).toBe(200);
    for (const method of ["GET", "POST"]) {
      const json = method === "POST" ? { json: TEXT } : {};
      const live = await stack.call(method, at(phone), { token: who.key, ...json });
      expect([live.status, live.body.code]).toEqual([403, "test_key_required"]);
      expect((await stack.call(method, at(phone), { token: who.token, ...json })).status).toBe(401);
      expect((await stack.call(method, at(phone), json)).status).toBe(401);
    }
  });

  it("is the same in the panel, and another owner's is another", async ({ expect }) => {
    const [who, other] = [await aTester(), await aTester()];
    const phone = aCustomer();
    const panel = at(phone, "/panel/api");
    const answer = await stack.call("POST", panel, { token: who.token, json: TEXT });
    expect(answer.status).toBe(201);
    const conversation = String(answer.body.conversation_id);
    await reply(who, conversation, { text: "Hello" });
    const sent = await gotOne(who, phone);
    expect((await stack.call("GET", panel, { token: who.token })).body).toEqual({ messages: [sent] });
    expect((await stack.call("GET", panel, { token: who.testKey })).status).toBe(401);
    expect((await got(other, phone)).body).toEqual({ messages: [] });
    expect(
      (await stack.call("GET", `/api/v1/chat-conversations/${conversation}`, { token: other.testKey })).status,
    ).toBe(404);
    expect((await stack.call("GET", `/api/v1/chat-conversations/${conversation}`, { token: who.key })).status).toBe(
      404,
    );
    expect(await written(other, phone)).not.toBe(conversation);
  });

  it("lists what came in pages, newest first (D31)", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const conversation = await written(who, phone);
    for (const text of ["one", "two", "three"]) {
      await reply(who, conversation, { text });
      await until(
        () => gotMessages(who, phone),
        ([newest]) => (newest?.message as { text?: Fields } | undefined)?.text?.body === text,
        WITHIN,
      );
    }
    const textsOf = ({ body }: Answer) =>
      (body.messages as { message: { text: Fields } }[]).map(({ message }) => message.text.body);
    const first = await got(who, phone, "?limit=2");
    expect(textsOf(first)).toEqual(["three", "two"]);
    const cursor = encodeURIComponent(String(first.body.next_cursor));
    const second = await got(who, phone, `?limit=2&cursor=${cursor}`);
    expect([textsOf(second), second.body.next_cursor]).toEqual([["one"], undefined]);
    for (const query of ["?cursor=x", "?limit=0", "?limit=101"])
      expect((await got(who, phone, query)).status).toBe(400);
    expect((await got(who, aCustomer(), `?cursor=${cursor}`)).status).toBe(400);
    expect((await got(await aTester(), phone, `?cursor=${cursor}`)).status).toBe(400);
  });
});

describe("the chat account of test mode (D48b)", () => {
  it("is one, of the owner alone, and in no administration list", async ({ expect }) => {
    const [who, other] = [await aTester(), await aTester()];
    const [account, ...more] = await ownAccounts(who);
    expect([account, more]).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        label: "Sandbox",
        ownership_type: "service_managed",
        is_default: true,
        can_send_free_form: true,
      },
      [],
    ]);
    expect(await ownAccounts(who)).toEqual([account]);
    expect((await ownAccounts(other))[0]?.id).not.toBe(account?.id);
    const { list } = await stack.call("GET", "/panel/api/chat-accounts", { token: who.token });
    expect(list).toEqual([]);

    const administrator = await adminToken(stack);
    const all = await stack.call("GET", "/admin/api/chat-accounts", { token: administrator });
    expect(all.list.map(({ id }) => id)).not.toContain(account?.id);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/verify"],
      ["GET", "/number"],
    ] as const) {
      const answer = await stack.call(method, `/admin/api/chat-accounts/${String(account?.id)}${path}`, {
        token: administrator,
      });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
  });

  it("is named by its owner's keys of test mode alone", async ({ expect }) => {
    const [who, other] = [await aTester(), await aTester()];
    const [account] = await ownAccounts(who);
    const phone = aCustomer();
    await written(who, phone);
    const by = (token: string) =>
      stack.call("POST", "/api/v1/notifications", {
        token,
        json: { channel: "chat", recipient: phone, chat_account_id: account?.id, chat: TEXT },
      });
    const accepted = await by(who.testKey);
    expect(accepted.status).toBe(202);
    await reached(who, accepted.body.id, "read");
    for (const token of [who.key, other.testKey, other.key]) {
      const refused = await by(token);
      expect([refused.status, refused.body.error]).toEqual([400, "chat_account_id not found"]);
    }
    const { chat_account_id: demos } = stack.file.demo;
    const foreign = await stack.call("POST", "/api/v1/notifications", {
      token: who.testKey,
      json: { channel: "chat", recipient: phone, chat_account_id: demos, chat: TEXT },
    });
    expect(foreign.status).toBe(400);
  });

  it("cannot be joined by an administrator's account", async ({ expect }) => {
    const who = await aTester();
    const administrator = await adminToken(stack);
    for (const owners of [[`hrld_test:${who.sub}`], [who.sub, `hrld_test:${who.sub}`]]) {
      const json = accountRequest(owners);
      const answer = await stack.call("POST", "/admin/api/chat-accounts", { token: administrator, json });
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
      expect(answer.body.error).toBe("owners must not contain an owner of test mode");
    }
  });

  it("lets the inbox of test mode work like any other", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const conversation = await written(who, phone);
    const counts = async () => (await inTestMode("GET", "/panel/api/chat-conversations/counts", who)).body;
    expect(await counts()).toMatchObject({ waiting: 1, unread: 1 });
    expect((await stack.call("GET", "/panel/api/chat-conversations/counts", { token: who.token })).body).toMatchObject({
      waiting: 0,
    });
    const replied = await inTestMode("POST", `/panel/api/chat-conversations/${conversation}/reply`, who, {
      text: "Hello",
    });
    expect(replied.status).toBe(202);
    expect(await counts()).toMatchObject({ waiting: 0 });
    await reached(who, replied.body.notification_id, "read");
    const { conversations } = (await inTestMode("GET", "/panel/api/chat-conversations", who)).body;
    expect(conversations).toMatchObject([{ id: conversation, customer_phone: phone }]);
    const { list } = await inTestMode(
      "GET",
      `/panel/api/notifications/${String(replied.body.notification_id)}/message`,
      who,
    ).then((answer) => ({ list: answer }));
    expect(list.status).toBe(200);
  });
});

const template = (more: Fields = {}): Fields => ({
  name: "order_here",
  language: "en_US",
  category: "UTILITY",
  body: { text: "Hi {{1}}, it is here.", examples: ["Ana"] },
  ...more,
});

describe("chat templates of test mode (D48d)", () => {
  it("are approved at once, sent, compared and deleted, and the platform never hears of them", async ({ expect }) => {
    const who = await aTester();
    const templates = "/api/v1/chat-templates";
    const made = await inTestMode("POST", templates, who, template());
    expect([made.status, made.body]).toMatchObject([201, { remote_status: "APPROVED", can_send: true }]);
    const path = `${templates}/${String(made.body.id)}`;
    expect((await stack.call("GET", path, { token: who.token })).status).toBe(404);
    const phone = aCustomer();
    const sent = await send(who, phone, { template_id: made.body.id, values: { parameter_1: "Ana" } });
    expect(sent.status).toBe(202);
    await reached(who, sent.body.id, "read");
    expect(await gotOne(who, phone)).toMatchObject({
      notification_id: sent.body.id,
      message: {
        to: phone,
        type: "template",
        template: {
          name: "order_here",
          language: { code: "en_US" },
          components: [{ type: "body", parameters: [{ type: "text", text: "Ana" }] }],
        },
      },
    });
    expect((await inTestMode("POST", `${path}/sync`, who)).body).toMatchObject({ remote_status: "APPROVED" });
    expect((await inTestMode("POST", templates, who, template())).status).toBe(400);
    expect((await inTestMode("DELETE", path, who)).status).toBeLessThan(300);
    for (const _ of ["once", "again"]) {
      const next = await inTestMode("POST", templates, who, template());
      expect([next.status, next.body.can_send]).toEqual([201, true]);
      await inTestMode("DELETE", `${templates}/${String(next.body.id)}`, who);
    }
    expect((await send(who, phone, { template_id: made.body.id, values: { parameter_1: "Ana" } })).status).toBe(400);
    const known = (await simulator(stack, "GET", "/api/templates")).body.templates as Fields[];
    expect(known.map(({ name }) => name)).not.toContain("order_here");
    expect(await seenByPlatform(phone)).toEqual([]);
  });

  it("take the place of a reply once the window has closed by test time", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const conversation = await written(who, phone);
    const { body } = await inTestMode("POST", "/api/v1/chat-templates", who, template());
    await advance(who, DAY_SECONDS - 600);
    expect((await reply(who, conversation, { text: "still open" })).status).toBe(202);
    await advance(who, 601);
    expect(await read(who, `/api/v1/chat-conversations/${conversation}`)).toMatchObject({ window_open: false });
    const closed = await reply(who, conversation, { text: "too late" });
    expect([closed.status, closed.body.code]).toEqual([409, "window_closed"]);
    const instead = await reply(who, conversation, {
      text: "too late",
      fallback_template_id: body.id,
      fallback_parameters: ["Ana"],
    });
    expect(instead.status).toBe(202);
    await reached(who, instead.body.notification_id, "read");
    const types = (await gotMessages(who, phone)).map(({ message }) => (message as Fields).type);
    expect(types).toEqual(["template", "text"]);
    await written(who, phone);
    expect((await reply(who, conversation, { text: "open again" })).status).toBe(202);
    const times = (await history(who, conversation)).map(({ occurred_at }) => String(occurred_at));
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? 1 : -1)));
  });

  it("leave at their time when the clock is moved there, and a window that closes meanwhile is seen", async ({
    expect,
  }) => {
    const who = await aTester();
    const phone = aCustomer();
    const conversation = await written(who, phone);
    const sendAt = new Date(Date.now() + 2 * DAY_SECONDS * 1000).toISOString();
    const later = await stack.call("POST", "/api/v1/notifications", {
      token: who.testKey,
      json: { channel: "chat", recipient: phone, chat: TEXT, send_at: sendAt },
    });
    expect(later.status).toBe(202);
    await advance(who, 2 * DAY_SECONDS + 5);
    const told = await reached(who, later.body.id, "failed");
    expect(told).toMatchObject({ explanation: { code: "window_closed" } });
    expect(await gotMessages(who, phone)).toEqual([]);
    expect(await history(who, conversation)).toHaveLength(2);
  });
});

describe("media of test mode", () => {
  it("are uploaded and sent by their id, without the platform", async ({ expect }) => {
    const who = await aTester();
    const phone = aCustomer();
    const conversation = await written(who, phone);
    const form = multipart([
      { name: "media_type", content: "image" },
      { name: "file", content: FILES.jpeg, filename: "menu.jpg", type: "image/jpeg" },
    ]);
    const uploaded = await stack.call("POST", `/api/v1/chat-conversations/${conversation}/media-upload`, {
      token: who.testKey,
      raw: form,
      type: FORM_TYPE,
    });
    expect([uploaded.status, uploaded.body]).toMatchObject([201, { media_type: "image" }]);
    const sent = await reply(who, conversation, {
      message_type: "image",
      media_id: uploaded.body.media_id,
      caption: "Menu",
    });
    expect(sent.status).toBe(202);
    await reached(who, sent.body.notification_id, "read");
    expect(await gotOne(who, phone)).toMatchObject({
      message: { type: "image", image: { id: expect.stringMatching(/^sandbox-/), caption: "Menu" } },
    });
    await advance(who, 40 * DAY_SECONDS);
    await written(who, phone);
    const expired = await reply(who, conversation, { message_type: "image", media_id: uploaded.body.media_id });
    expect([expired.status, expired.body.error]).toEqual([400, "media_id has expired: upload the file again"]);
  });
});

describe("what is told of chat in test mode", () => {
  it("is in the feed and the figures, in test time", async ({ expect }) => {
    const who = await aTester();
    await advance(who, 10 * DAY_SECONDS);
    const phone = aCustomer();
    const conversation = await written(who, phone);
    const replied = await reply(who, conversation, { text: "Hello" });
    await reached(who, replied.body.notification_id, "read");
    const events = await until(
      async () => (await read(who, "/api/v1/events")).events as Fields[],
      (all) => all.some(({ type }) => type === "notification.read"),
      WITHIN,
    );
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["message.received", "notification.delivered"]),
    );
    for (const { timestamp: time } of events)
      expect(Date.parse(String(time)) - Date.now()).toBeGreaterThan(9.9 * DAY_SECONDS * 1000);
    expect(((await stack.call("GET", "/api/v1/events", { token: who.key })).body.events as Fields[]).length).toBe(0);
  });
});
