import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { type Answer, type CallOptions, call, type Fields, LocalStack, until } from "../support/local-stack.ts";

const DAY_MS = 86_400_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOBODY = "00000000-0000-4000-8000-000000000000";
const API = "/api/v1/chat-conversations";

describe("chat conversations", () => {
  let stack: LocalStack;
  let one: ChatOwner;
  beforeAll(async () => {
    stack = await LocalStack.shared();
    one = await chatOwner(stack);
  });
  afterAll(() => stack.close());

  const get = (path: string, token = one.key): Promise<Answer> => stack.call("GET", path, { token });
  const post = (id: unknown, json: unknown, options: CallOptions = {}) =>
    stack.call("POST", `${API}/${id}/reply`, { token: one.key, json, ...options });
  const messagesOf = async (id: unknown, token = one.key) =>
    (await get(`${API}/${id}/messages`, token)).body.messages as Fields[];
  const met = async (message?: Fields, owner = one) => {
    const phone = aCustomer();
    await owner.writes(phone, message);
    return { phone, conversation: await owner.conversation(phone) };
  };
  const longAgo = { type: "text", text: { body: "Hi" }, timestamp: Math.floor((Date.now() - 2 * DAY_MS) / 1000) };

  it("show what a customer wrote, in exactly the fields of D31, over REST, to the panel and over MCP (P-list-conversations, P-get-conversation, P-list-messages, R-conversation, R-message, G3)", async () => {
    const { phone, conversation } = await met();
    const shape = {
      id: expect.stringMatching(UUID),
      customer_phone: phone,
      chat_account_id: one.chatAccountId,
      window_open: true,
      service_window_expires_at: expect.stringMatching(TIME),
      updated_at: expect.stringMatching(TIME),
    };
    expect(conversation).toEqual(shape);
    const detail = await get(`${API}/${conversation.id}`);
    expect([detail.status, detail.body]).toEqual([200, conversation]);
    const history = await get(`${API}/${conversation.id}/messages`);
    const { window_open, service_window_expires_at, updated_at } = conversation;
    expect([history.status, history.body]).toEqual([
      200,
      {
        messages: [
          {
            id: expect.stringMatching(UUID),
            direction: "inbound",
            message_type: "text",
            payload: { body: "Hi" },
            occurred_at: expect.stringMatching(TIME),
          },
        ],
        ...{ window_open, service_window_expires_at, updated_at },
      },
    ]);
    const [message] = history.body.messages as [Fields];
    const until24h = Date.parse(String(service_window_expires_at)) - Date.parse(String(message.occurred_at));
    expect(until24h).toBe(DAY_MS);
    await expectSameEverywhere(conversation.id);
  });

  it("name the customer by their profile, everywhere, as soon as they have told it (D44c)", async () => {
    const { phone, conversation } = await met();
    expect(conversation).not.toHaveProperty("customer_name");
    await one.writes(phone, { type: "text", text: { body: "Hi" }, profile_name: "Zoë <b>Lima</b>" });
    const detail = () => get(`${API}/${conversation.id}`);
    await until(detail, ({ body }) => body.customer_name === "Zoë <b>Lima</b>");
    await expectSameEverywhere(conversation.id);
  });

  /** Checks that REST, the panel's API and MCP show the same. */
  async function expectSameEverywhere(id: unknown): Promise<void> {
    const [list, detail, history] = await Promise.all([get(API), get(`${API}/${id}`), get(`${API}/${id}/messages`)]);
    for (const path of ["", `/${id}`, `/${id}/messages`]) {
      const panel = await get(`/panel/api/chat-conversations${path}`, one.token);
      // The panel shows more fields.
      expect([panel.status, panel.body]).toMatchObject([200, (await get(API + path)).body]);
    }
    const tools = [
      ["list_conversations", {}, list.body],
      ["get_conversation", { id }, detail.body],
      ["get_conversation_messages", { id }, history.body],
    ] as const;
    for (const [name, args, expected] of tools) {
      const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
      const { body } = await stack.call("POST", "/mcp", { token: one.key, json });
      expect((body.result as Fields).structuredContent).toEqual(expected);
    }
  }

  it("show a customer's message within a second of the provider's post", async () => {
    const quickest: number[] = [];
    // The machine may be busy, so the best of several measurements counts.
    for (let i = 0; i < 15 && Math.min(Number.POSITIVE_INFINITY, ...quickest) > 1000; i++) {
      const phone = aCustomer();
      const startedAt = performance.now();
      await one.writes(phone);
      await one.conversation(phone);
      quickest.push(performance.now() - startedAt);
    }
    expect(Math.min(...quickest)).toBeLessThan(1000);
  });

  it.each([
    ["limit=0", "limit must be an integer from 1 to 100"],
    ["limit=101", "limit must be an integer from 1 to 100"],
    ["limit=-1", "limit must be an integer from 1 to 100"],
    ["limit=1.5", "limit must be an integer from 1 to 100"],
    ["limit=1e1", "limit must be an integer from 1 to 100"],
    ["limit=ten", "limit must be an integer from 1 to 100"],
    ["limit=", "limit must be an integer from 1 to 100"],
    ["limit=1&limit=2", "limit must be an integer from 1 to 100"],
    ["window=half", "window must be one of: open, closed"],
    ["window=", "window must be one of: open, closed"],
    ["window=OPEN", "window must be one of: open, closed"],
    ["cursor=x", "cursor is not valid"],
    ["cursor=", "cursor is not valid"],
    [`cursor=${"A".repeat(100)}`, "cursor is not valid"],
  ])("answer 400 to ?%s (L-list)", async (query, error) => {
    for (const [path, token] of [
      [API, one.key],
      ["/panel/api/chat-conversations", one.token],
    ] as const) {
      const answer = await get(`${path}?${query}`, token);
      expect([answer.status, answer.body]).toMatchObject([400, { error }]);
    }
  });

  it.each([
    ["GET", "/x", undefined, 400, "id must be a UUID"],
    ["GET", `/${NOBODY}`, undefined, 404, "conversation not found"],
    ["GET", "/x/messages", undefined, 400, "id must be a UUID"],
    ["GET", `/${NOBODY}/messages`, undefined, 404, "conversation not found"],
    ["GET", `/${NOBODY}/messages?limit=0`, undefined, 400, "limit must be an integer from 1 to 500"],
    ["GET", `/${NOBODY}/messages?limit=501`, undefined, 400, "limit must be an integer from 1 to 500"],
    ["GET", `/${NOBODY}/messages?limit=many`, undefined, 400, "limit must be an integer from 1 to 500"],
    ["POST", "/x/reply", {}, 400, "id must be a UUID"],
    ["POST", `/${NOBODY}/reply`, {}, 400, "text is required"],
    ["POST", `/${NOBODY}/reply`, { text: "x", more: 1 }, 400, 'unknown field "more"'],
    ["POST", `/${NOBODY}/reply`, { text: "x" }, 404, "conversation not found"],
    ["POST", `/${NOBODY}/reply`, [], 400, "invalid request body"],
    ["DELETE", `/${NOBODY}`, undefined, 405, "method not allowed"],
    ["GET", `/${NOBODY}/reply`, undefined, 405, "method not allowed"],
    ["GET", `/${NOBODY}/nothing`, undefined, 404, "not found"],
  ] as const)("answer %s %s (L-history)", async (method, path, json, status, error) => {
    const answer = await stack.call(method, API + path, { token: one.key, json });
    expect([answer.status, answer.body]).toMatchObject([status, { error }]);
  });

  it("take the credential that each side has, and no other", async () => {
    for (const path of ["", `/${NOBODY}`, `/${NOBODY}/messages`]) {
      for (const token of [undefined, "x", one.token, await stack.token("demo")])
        expect((await stack.call("GET", API + path, { token })).status).toBe(401);
      for (const token of [undefined, "x", one.key])
        expect((await stack.call("GET", `/panel/api/chat-conversations${path}`, { token })).status).toBe(401);
      const weak = await stack.token(one.sub, { scope: "openid" });
      expect((await get(`/panel/api/chat-conversations${path}`, weak)).status).toBe(403);
    }
    for (const token of [undefined, one.token])
      expect((await stack.call("POST", `${API}/${NOBODY}/reply`, { token, json: { text: "x" } })).status).toBe(401);
  });

  it("read every character of q as itself; only digits count", async () => {
    const owner = await chatOwner(stack);
    const { phone } = await met(undefined, owner);
    const found = async (q: string) =>
      ((await get(`${API}?q=${q}`, owner.key)).body.conversations as Fields[]).map((each) => each.customer_phone);
    const digits = phone.slice(1);
    const matching = [
      "",
      "%2B1415",
      "+1415",
      digits,
      digits.slice(4),
      `${digits.slice(0, 4)}%20${digits.slice(4)}`,
      "(415)",
      "1-415",
    ];
    for (const q of matching) expect([q, await found(q)]).toEqual([q, [phone]]);
    const other = ["%25", "_", "*", "1415%25", ".*", "abc", "%00", "999999999999999", "%27%20OR%201%3D1"];
    for (const q of other) expect([q, await found(q)]).toEqual([q, []]);
  });

  it("keep open windows and closed ones apart", async () => {
    const owner = await chatOwner(stack);
    const [open, closed] = [await met(undefined, owner), await met(longAgo, owner)];
    const found = async (window: string) =>
      ((await get(`${API}?window=${window}`, owner.key)).body.conversations as Fields[]).map(({ id }) => id);
    expect([await found("open"), await found("closed")]).toEqual([[open.conversation.id], [closed.conversation.id]]);
    expect(closed.conversation.window_open).toBe(false);
  });

  it("come page by page, each once, although customers go on writing", async () => {
    const owner = await chatOwner(stack);
    const phones = Array.from({ length: 7 }, aCustomer);
    for (const phone of phones) await owner.writes(phone);
    const all = () => get(`${API}?limit=100`, owner.key).then(({ body }) => body.conversations as Fields[]);
    await until(all, ({ length }) => length === phones.length);
    const seen: unknown[] = [];
    let cursor = "";
    for (let page = 0; page < 10; page++) {
      const { status, body } = await get(`${API}?limit=2${cursor}`, owner.key);
      expect(status).toBe(200);
      const found = (body.conversations as Fields[]).map((each) => each.customer_phone);
      expect(found.length).toBeLessThanOrEqual(2);
      seen.push(...found);
      if (body.next_cursor === undefined) break;
      cursor = `&cursor=${body.next_cursor}`;
      // The last conversation of the list moves to its top, which has been read already.
      const writer = phones[page] ?? "";
      const before = await owner.conversation(writer);
      await owner.writes(writer);
      await until(
        () => owner.conversation(writer),
        ({ updated_at }) => updated_at !== before.updated_at,
      );
    }
    expect([...new Set(seen)].sort()).toEqual([...phones].sort());
    expect(seen).toHaveLength(phones.length);
  });

  it("sign a cursor to its owner and its question", async () => {
    const [owner, stranger] = [await chatOwner(stack), await chatOwner(stack)];
    for (let i = 0; i < 3; i++) await met(undefined, owner);
    const { body } = await get(`${API}?limit=1&window=open`, owner.key);
    const cursor = String(body.next_cursor);
    const status = async (query: string, token = owner.key) => (await get(`${API}?${query}`, token)).status;
    expect(await status(`window=open&cursor=${cursor}`)).toBe(200);
    expect(await status(`limit=50&window=open&cursor=${cursor}`)).toBe(200);
    expect(await status(`cursor=${cursor}`)).toBe(400);
    expect(await status(`window=closed&cursor=${cursor}`)).toBe(400);
    expect(await status(`window=open&q=1415&cursor=${cursor}`)).toBe(400);
    expect(await status(`window=open&cursor=${cursor}`, stranger.key)).toBe(400);
    for (const at of [0, Math.floor(cursor.length / 2), cursor.length - 1]) {
      const changed = cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1);
      expect(await status(`window=open&cursor=${changed}`)).toBe(400);
    }
    const panel = `/panel/api/chat-conversations?window=open&cursor=${cursor}`;
    expect((await get(panel, owner.token)).status).toBe(200);
  });

  it("are nobody else's: 404, whatever is asked", async () => {
    const stranger = await chatOwner(stack);
    const { conversation } = await met();
    for (const path of [`/${conversation.id}`, `/${conversation.id}/messages`])
      expect((await get(API + path, stranger.key)).status).toBe(404);
    expect((await post(conversation.id, { text: "x" }, { token: stranger.key })).status).toBe(404);
    expect((await get(API, stranger.key)).body).toEqual({ conversations: [] });
  });

  it("answer with the newest messages first, as many as asked for", async () => {
    const { phone, conversation } = await met();
    for (const body of ["two", "three"]) {
      const before = (await messagesOf(conversation.id)).length;
      await one.writes(phone, { type: "text", text: { body } });
      await until(
        () => messagesOf(conversation.id),
        ({ length }) => length > before,
      );
    }
    const { body } = await get(`${API}/${conversation.id}/messages?limit=2`);
    expect(body.messages).toHaveLength(2);
    const times = (await messagesOf(conversation.id)).map(({ occurred_at }) => Date.parse(String(occurred_at)));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it("show media with its id and its state, and whatever the platform sends as it came", async () => {
    const image = { type: "image", image: { caption: "Look" }, content_base64: "/9j/4AAQ", content_type: "image/jpeg" };
    const { phone, conversation } = await met(image);
    const [message] = await messagesOf(conversation.id);
    expect(message).toMatchObject({
      message_type: "image",
      payload: { caption: "Look", media_id: expect.any(String), media_status: "pending" },
    });
    await one.writes(phone, { type: "location", location: { latitude: 1.5, longitude: 2.5, name: "Here" } });
    const both = await until(
      () => messagesOf(conversation.id),
      ({ length }) => length === 2,
    );
    // The platform's clock has full seconds, so both messages may have the same time.
    expect(both.find(({ message_type }) => message_type === "location")).toMatchObject({
      payload: { latitude: 1.5, longitude: 2.5, name: "Here" },
    });
  });

  it.each<[Fields, string, Fields]>([
    [{ text: "Hello" }, "text", { body: "Hello", preview_url: false }],
    [{ message_type: "text", text: "Olá 👋" }, "text", { body: "Olá 👋", preview_url: false }],
    [
      { message_type: "image", media_url: "https://shop.example.com/a.jpg", caption: "Look" },
      "image",
      { link: "https://shop.example.com/a.jpg", caption: "Look" },
    ],
    [
      { message_type: "video", media_url: "https://shop.example.com/a.mp4" },
      "video",
      { link: "https://shop.example.com/a.mp4" },
    ],
    [
      { message_type: "audio", media_url: "https://shop.example.com/a.mp3" },
      "audio",
      { link: "https://shop.example.com/a.mp3" },
    ],
    [
      { message_type: "document", media_url: "https://shop.example.com/a", filename: "a.pdf" },
      "document",
      { link: "https://shop.example.com/a", filename: "a.pdf" },
    ],
    [
      { message_type: "location", latitude: -23.5, longitude: -46.6, location_name: "Shop", address: "Street 1" },
      "location",
      { latitude: -23.5, longitude: -46.6, name: "Shop", address: "Street 1" },
    ],
  ])(
    "take the reply %j, which is in the history before its 202, and then sent (P-reply, P-reply-body, D32)",
    async (json, type, payload) => {
      const { phone, conversation } = await met();
      const answer = await post(conversation.id, json);
      const [latest] = await messagesOf(conversation.id);
      expect([answer.status, answer.body]).toEqual([202, { notification_id: expect.stringMatching(UUID) }]);
      const id = String(answer.body.notification_id);
      expect(latest).toEqual({
        id,
        direction: "outbound",
        message_type: type,
        payload: {
          ...payload,
          notification_id: id,
          status: expect.stringMatching(/^(pending|processing|submitted|sent)$/),
        },
        occurred_at: expect.stringMatching(TIME),
      });
      expect(await stack.settled(one.key, id)).toMatchObject({ channel: "chat", status: "sent" });
      const [settled] = await messagesOf(conversation.id);
      expect(settled?.payload).toMatchObject({ status: "sent" });
      const to = encodeURIComponent(phone);
      const sent = await call("GET", `${stack.file.chat_simulator_url}/api/messages?to=${to}`);
      expect(sent.text).toContain(`"type":"${type}"`);
    },
  );

  it("take a reply once under one Idempotency-Key, from the panel too", async () => {
    const { conversation } = await met();
    for (const [path, token] of [
      [API, one.key],
      ["/panel/api/chat-conversations", one.token],
    ] as const) {
      const headers = { "idempotency-key": randomUUID() };
      const reply = (json: Fields) => stack.call("POST", `${path}/${conversation.id}/reply`, { token, json, headers });
      const [first, again, other] = [
        await reply({ text: "a" }),
        await reply({ text: "a" }),
        await reply({ text: "b" }),
      ];
      expect([first.status, again.status, again.text, other.status]).toEqual([202, 202, first.text, 409]);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
    }
    const outbound = (await messagesOf(conversation.id)).filter(({ direction }) => direction === "outbound");
    expect(outbound).toHaveLength(2);
  });

  it("answer 409 when the window is closed, unless an approved template takes the message's place", async () => {
    const { conversation } = await met(longAgo);
    const create = async (name: string) => {
      const json = {
        ...{ name, language: "en_US", category: "UTILITY", chat_account_id: one.chatAccountId },
        body: { text: "Hello {{1}}, good day.", examples: ["Ana"] },
      };
      const created = await stack.call("POST", "/api/v1/chat-templates", { token: one.token, json });
      expect([created.status, created.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
      return String(created.body.id);
    };
    const template = await create("greeting");
    await until(
      () => stack.call("POST", `/api/v1/chat-templates/${template}/sync`, { token: one.token }),
      ({ body }) => body.can_send === true,
    );
    const status = async (more: Fields) => (await post(conversation.id, { text: "x", ...more })).status;
    expect(await status({})).toBe(409);
    expect(await status({ fallback_template_id: NOBODY })).toBe(409);
    expect(await status({ fallback_template_id: template })).toBe(400);
    expect(await status({ fallback_template_id: template, fallback_parameters: ["a", "b"] })).toBe(400);
    expect(await messagesOf(conversation.id)).toHaveLength(1);
    const sent = await post(conversation.id, {
      text: "x",
      fallback_template_id: template,
      fallback_parameters: ["Ana"],
    });
    expect(sent.status).toBe(202);
    const [latest] = await messagesOf(conversation.id);
    expect(latest).toMatchObject({
      message_type: "template",
      payload: { template_id: template, values: { parameter_1: "Ana" } },
    });
  });
});
