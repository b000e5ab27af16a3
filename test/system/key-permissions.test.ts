import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { type Answer, anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

const KEYS = "/panel/api/api-keys";
const NOTIFICATIONS = "/api/v1/notifications";
const BATCH = `${NOTIFICATIONS}/batch`;
const PERMISSIONS = [
  "notifications:send",
  "notifications:read",
  "conversations:read",
  "conversations:reply",
  "attachments:write",
  "events:read",
  "templates:read",
];
const INSUFFICIENT = { error: "insufficient permission", code: "insufficient_permission" };
const NOT_ALLOWED = { error: "recipient not allowed for this key", code: "recipient_not_allowed" };
const LIMIT_REACHED = { error: "daily limit of this key reached", code: "daily_limit_reached" };

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  owner = await stack.owner();
});
afterAll(() => stack.close());

const keyOf = async (more: Fields, token = owner.token) => String((await stack.apiKey(token, more)).key);
const limited = (per_day: number, token = owner.token) => keyOf({ limits: { per_day } }, token);
const email = (more: Fields = {}): Fields => ({ recipient: anAddress(), subject: "Hi", body: "It works.", ...more });
const batch = (token: string, notifications: readonly unknown[], more: Fields = {}, headers = {}) =>
  stack.call("POST", BATCH, { token, json: { notifications, ...more }, headers });
const resultsOf = ({ body }: Answer) => body.results as { notification?: Fields; error?: Fields }[];
const mcp = (token: string, method: string, params: Fields = {}) =>
  stack.call("POST", "/mcp", { token, json: { jsonrpc: "2.0", id: 1, method, params } });

interface KeyRoute {
  readonly method: string;
  readonly path: string;
  readonly needs: readonly string[];
}

async function keyRoutes(): Promise<readonly KeyRoute[]> {
  const { paths } = (await stack.call("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security = [] }]) =>
      security.flatMap(({ apiKey }) => (apiKey ? { method: method.toUpperCase(), path, needs: apiKey } : [])),
    ),
  );
}

describe("the permissions of a key (D47)", () => {
  it("open exactly the routes that name them, for every route of the reference that takes API keys", async () => {
    const all = await keyRoutes();
    // The sandbox needs no permission, and opens to keys of test mode only (D48c).
    const routes = all.filter(({ path }) => !path.startsWith("/api/v1/sandbox/"));
    expect(all.filter(({ needs }) => needs.length === 0)).toHaveLength(all.length - routes.length);
    expect(routes.length).toBeGreaterThanOrEqual(16);
    for (const { needs } of routes) {
      expect(needs).toHaveLength(1);
      expect(PERMISSIONS).toContain(needs[0]);
    }
    const callOf = (token: string, { method, path }: KeyRoute) =>
      stack.call(method, path.replaceAll(/\{\w+\}/g, randomUUID()), {
        token,
        ...(method === "GET" ? {} : { json: {} }),
      });
    for (const permission of PERMISSIONS) {
      const key = await keyOf({ permissions: [permission] });
      for (const route of routes) {
        const answer = await callOf(key, route);
        const isAllowed = route.needs.includes(permission);
        const what = `${permission}: ${route.method} ${route.path}`;
        expect([what, answer.status]).toEqual([what, isAllowed ? expect.not.toBeOneOf([401, 403]) : 403]);
        if (!isAllowed) expect(answer.body).toEqual(INSUFFICIENT);
      }
    }
    for (const key of [owner.key, await keyOf({ permissions: PERMISSIONS })])
      for (const route of routes) expect((await callOf(key, route)).status).not.toBeOneOf([401, 403]);
  });

  it("open no route of access tokens", async () => {
    const key = await keyOf({ permissions: PERMISSIONS });
    for (const path of ["/api/v1/templates", "/api/v1/smtp-accounts", KEYS, "/panel/api/me"])
      expect((await stack.call("GET", path, { token: key })).status).toBe(401);
  });

  it("are judged after the credential and before ids, queries and bodies, and keep no idempotency key", async () => {
    const reader = await keyOf({ permissions: ["notifications:read"] });
    const sender = await keyOf({ permissions: ["notifications:send"] });
    const headers = { "idempotency-key": randomUUID() };
    const send = (token: string, options: object = { json: email() }) =>
      stack.call("POST", NOTIFICATIONS, { token, headers, ...options });
    for (const options of [{ json: { x: 1 } }, { raw: "{" }, { raw: "", type: "text/plain" }, { json: email() }])
      expect((await send(reader, options)).body).toEqual(INSUFFICIENT);
    expect((await stack.call("GET", `${NOTIFICATIONS}/no-uuid`, { token: sender })).status).toBe(403);
    expect((await stack.call("GET", `${NOTIFICATIONS}?limit=0`, { token: sender })).status).toBe(403);
    expect((await stack.call("GET", `${NOTIFICATIONS}/no-uuid`, { token: reader })).status).toBe(400);
    expect((await send(`${reader}x`)).status).toBe(401);
    const sent = await send(sender);
    expect([sent.status, sent.headers.get("idempotency-replayed")]).toEqual([202, null]);
    expect((await stack.call("GET", `${NOTIFICATIONS}/${sent.body.id}`, { token: reader })).status).toBe(200);
  });

  it("show and let call only the tools of agents that they open", async () => {
    const toolsOf = async (key: string) => {
      const { result } = (await mcp(key, "tools/list")).body as { result: { tools: { name: string }[] } };
      return result.tools.map(({ name }) => name);
    };
    const reading = ["list_conversations", "get_conversation", "get_conversation_messages"];
    expect(await toolsOf(owner.key)).toEqual([...reading, "reply_to_conversation"]);
    const reader = await keyOf({ permissions: ["conversations:read"] });
    expect(await toolsOf(reader)).toEqual(reading);
    const call = { name: "reply_to_conversation", arguments: { id: randomUUID(), text: "Hi" } };
    expect((await mcp(reader, "tools/call", call)).body.result).toMatchObject({
      isError: true,
      content: [{ text: "insufficient permission: this tool needs a key with conversations:reply" }],
    });
  });
});

describe("the terms of a key (D47)", () => {
  const TERMS = {
    permissions: ["notifications:send", "events:read"],
    limits: { per_day: 7, recipients: ["*@example.com", "+351*"] },
    approval: "required",
  };
  const made = (more: Fields) => stack.call("POST", KEYS, { token: owner.token, json: { name: "terms", ...more } });
  const listed = async (id: unknown) =>
    (await stack.call("GET", KEYS, { token: owner.token })).list.find((one) => one.id === id);

  it("are shown by create, list and rotate where they were given, and nowhere else", async () => {
    const { body } = await made({ ...TERMS, permissions: [...TERMS.permissions, "events:read"] });
    expect(body).toMatchObject(TERMS);
    expect(await listed(body.id)).toMatchObject(TERMS);
    const rotated = await stack.call("POST", `${KEYS}/${body.id}/rotate`, { token: owner.token });
    expect([rotated.status, rotated.body]).toEqual([201, expect.objectContaining(TERMS)]);
    const plain = (await made({})).body;
    expect(Object.keys(plain).toSorted()).toEqual(["created_at", "id", "key", "name", "prefix"]);
    expect(Object.keys((await listed(plain.id)) ?? {}).toSorted()).toEqual(["created_at", "id", "name", "prefix"]);
    const unlimited = (await made({ limits: {} })).body;
    expect(Object.keys(unlimited).toSorted()).toEqual(["created_at", "id", "key", "name", "prefix"]);
    const one = (await made({ limits: { per_day: 1 } })).body;
    expect([one.limits, one.permissions, one.approval]).toEqual([{ per_day: 1 }, undefined, undefined]);
  });

  it.each<[string, Fields]>([
    ["permissions", { permissions: [] }],
    ["permissions", { permissions: null }],
    ["permissions", { permissions: ["notifications:write"] }],
    ["permissions", { permissions: "notifications:send" }],
    ["limits.per_day", { limits: { per_day: 0 } }],
    ["limits.per_day", { limits: { per_day: 1_000_001 } }],
    ["limits.per_day", { limits: { per_day: 1.5 } }],
    ["limits.recipients", { limits: { recipients: [] } }],
    ["limits.recipients", { limits: { recipients: ["example.com"] } }],
    ["limits.recipients", { limits: { recipients: Array(101).fill("+351*") } }],
    ["limits", { limits: null }],
    ["per_hour", { limits: { per_hour: 1 } }],
    ["approval", { approval: "none" }],
    ["approval", { approval: null }],
  ])("are refused with the name of the field: %s", async (field, more) => {
    const answer = await made(more);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
    expect(String(answer.body.error)).toContain(field);
  });

  it("are named in the activity of their owner", async () => {
    const someone = await stack.owner(null);
    const { id } = await stack.apiKey(someone.token, TERMS);
    const { activity } = (await stack.call("GET", "/panel/api/activity?kind=api_key", { token: someone.token }))
      .body as {
      activity: Fields[];
    };
    const fields = [...TERMS.permissions, "limits.per_day", "limits.recipients", "approval"];
    expect(activity.find((one) => one.record_id === id)).toMatchObject({ action: "created", fields });
    expect(activity.filter((one) => one.record_id !== id)).toEqual([expect.not.objectContaining({ fields })]);
  });

  it("never change: rotation takes none, and there is neither PUT nor PATCH", async () => {
    const { id } = (await made(TERMS)).body;
    for (const field of ["permissions", "limits", "approval"]) {
      const rotated = await stack.call("POST", `${KEYS}/${id}/rotate`, {
        token: owner.token,
        json: { [field]: TERMS },
      });
      expect([rotated.status, rotated.body.error]).toEqual([400, expect.stringContaining(`unknown field "${field}"`)]);
    }
    for (const method of ["PUT", "PATCH"])
      expect((await stack.call(method, `${KEYS}/${id}`, { token: owner.token, json: TERMS })).status).toBe(405);
  });
});

describe("the recipients of a key (D47c)", () => {
  const only = (...recipients: string[]) => keyOf({ limits: { recipients } });

  it("are judged for each address, after the body", async () => {
    const key = await only("*@example.test", "boss@example.org");
    const send = (more: Fields) => stack.send(key, more);
    expect((await send({})).status).toBe(202);
    expect((await send({ recipient: "Boss@Example.ORG", cc: ["a@EXAMPLE.test"] })).status).toBe(202);
    for (const more of [
      { recipient: "a@example.org" },
      { recipient: "a@sub.example.test" },
      { recipient: "boss+1@example.org" },
      { cc: ["a@example.org"] },
      { bcc: ["a@example.test", "a@example.org"] },
    ]) {
      const answer = await send(more);
      expect([answer.status, answer.body]).toEqual([403, NOT_ALLOWED]);
    }
    expect((await send({ recipient: "a@example.org", x: 1 })).status).toBe(400);
    expect((await send({ recipient: "a@example.org", smtp_account_id: randomUUID() })).status).toBe(400);
  });

  it("are judged for each item of a batch by itself, and make an atomic one fail", async () => {
    const key = await only("*@example.test");
    const items = [email(), email({ recipient: "a@example.org" }), { ...email(), x: 1 }];
    const answer = await batch(key, items);
    expect(answer.status).toBe(202);
    expect(resultsOf(answer).map(({ error }) => error?.status)).toEqual([undefined, 403, 400]);
    expect(resultsOf(answer)[1]?.error).toEqual({
      status: 403,
      message: NOT_ALLOWED.error,
      code: NOT_ALLOWED.code,
    });
    const atomic = await batch(key, items.slice(0, 2), { atomic: true });
    expect([atomic.status, resultsOf(atomic)[1]?.error?.status]).toEqual([400, 403]);
  });

  it("are judged again when a notification is sent again", async () => {
    const id = await stack.accepted(owner.key, { recipient: "someone@example.org", cc: [anAddress()] });
    await stack.settled(owner.key, id);
    const resend = (key: string) => stack.call("POST", `${NOTIFICATIONS}/${id}/resend`, { token: key });
    expect((await resend(await only("*@example.test"))).body).toEqual(NOT_ALLOWED);
    expect((await resend(await only("*@example.org"))).body).toEqual(NOT_ALLOWED);
    expect((await resend(await only("*@example.org", "*@example.test"))).status).toBe(202);
  });

  it("let nothing through of the other channel", async () => {
    const chat = { channel: "chat", recipient: "+351910000001", chat: { type: "text", text: { body: "Hi" } } };
    const someone: ChatOwner = await chatOwner(stack);
    const by = (recipients: string[], json: Fields) =>
      keyOf({ limits: { recipients } }, someone.token).then((token) =>
        stack.call("POST", NOTIFICATIONS, { token, json }),
      );
    // The window is closed, which a key learns only of those to whom it may write.
    expect((await by(["*@example.test"], chat)).body).toEqual(NOT_ALLOWED);
    expect((await by(["+34*"], chat)).body).toEqual(NOT_ALLOWED);
    expect((await by(["+351*"], chat)).status).toBe(409);
    const key = await only("+351*");
    expect((await stack.send(key)).body).toEqual(NOT_ALLOWED);
  });

  it("are judged by the customer's number in a reply, also of an agent", async () => {
    const someone = await chatOwner(stack);
    const phone = aCustomer();
    await someone.writes(phone);
    const { id } = await someone.conversation(phone);
    const reply = (key: string) =>
      stack.call("POST", `/api/v1/chat-conversations/${id}/reply`, { token: key, json: { text: "Hi" } });
    const foreign = await keyOf({ limits: { recipients: ["+4*", "*@example.test"] } }, someone.token);
    expect((await reply(foreign)).body).toEqual(NOT_ALLOWED);
    const called = await mcp(foreign, "tools/call", { name: "reply_to_conversation", arguments: { id, text: "Hi" } });
    const text = expect.stringMatching(`^${NOT_ALLOWED.error}\n`);
    expect(called.body.result).toMatchObject({ isError: true, content: [{ text }] });
    const known = await keyOf({ limits: { recipients: [phone] } }, someone.token);
    expect((await reply(known)).status).toBe(202);
  });
});

describe("a repeat by a key that may not send to these recipients (D24, D47c)", () => {
  const NOBODY = ["*@nobody.example", "+999*"];
  const isReplayed = ({ headers }: Answer) => headers.get("idempotency-replayed") === "true";

  it("is refused, and the first key's repeat is answered as before", async () => {
    const someone = await chatOwner(stack);
    const phone = aCustomer();
    await someone.writes(phone);
    const { id: conversation } = await someone.conversation(phone);
    const first = await stack.accepted(owner.key, { recipient: "a@example.test", cc: ["b@example.test"] });
    await stack.settled(owner.key, first);
    const mail = email({ recipient: "a@example.test", cc: ["b@example.test"] });
    for (const [by, path, json] of [
      [owner, NOTIFICATIONS, mail],
      [owner, `${NOTIFICATIONS}/${first}/resend`, undefined],
      [someone, `/api/v1/chat-conversations/${conversation}/reply`, { text: "Hi" }],
    ] as const) {
      const headers = { "idempotency-key": randomUUID() };
      const ask = (token: string) => stack.call("POST", path, { token, headers, ...(json && { json }) });
      const sent = await ask(by.key);
      expect([path, sent.status]).toEqual([path, 202]);
      for (const recipients of [NOBODY, ["a@example.test"]]) {
        const refused = await ask(await keyOf({ limits: { recipients } }, by.token));
        expect([path, refused.status, refused.body]).toEqual([path, 403, NOT_ALLOWED]);
      }
      const again = await ask(by.key);
      expect([again.status, again.body, isReplayed(again)]).toEqual([202, sent.body, true]);
    }
  });

  it("is refused item by item in a batch", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const items = [
      email({ recipient: "a@example.test" }),
      { ...email(), x: 1 },
      email({ recipient: "b@example.test" }),
    ];
    const sent = await batch(owner.key, items, {}, headers);
    const partly = await batch(await keyOf({ limits: { recipients: ["b@example.test"] } }), items, {}, headers);
    expect([partly.status, isReplayed(partly)]).toEqual([202, true]);
    const [, wrong, allowed] = resultsOf(sent);
    const error = { status: 403, message: NOT_ALLOWED.error, code: NOT_ALLOWED.code };
    expect(resultsOf(partly)).toEqual([{ error }, wrong, allowed]);
    const again = await batch(owner.key, items, {}, headers);
    expect([again.text, isReplayed(again)]).toEqual([sent.text, true]);
  });

  it("is refused to an agent, too", async () => {
    const permissions = ["notifications:send"];
    const send = async (key: string) => {
      const sent = { recipient: "a@example.test", subject: "Hi", body: "Hi", idempotency_key: "one" };
      return (await mcp(key, "tools/call", { name: "send_email", arguments: sent })).body.result as Fields;
    };
    const [one, other] = [await keyOf({ permissions }), await keyOf({ permissions, limits: { recipients: NOBODY } })];
    const sent = await send(one);
    expect(sent.isError).toBeUndefined();
    const text = expect.stringMatching(`^${NOT_ALLOWED.error}\n`);
    expect(await send(other)).toMatchObject({ isError: true, content: [{ text }] });
    expect((await send(one)).structuredContent).toEqual(sent.structuredContent);
  });
});

describe("the daily limit of a key (D47d)", () => {
  it("lets exactly so many of a hundred parallel sends pass, and says when the next day begins", async () => {
    const key = await limited(50, (await stack.owner()).token);
    const answers = await Promise.all(Array.from({ length: 100 }, () => stack.send(key)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(50);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(50);
    for (const { body, headers } of refused.slice(0, 3)) {
      const midnight = new Date();
      midnight.setUTCHours(24, 0, 0, 0);
      expect(body).toEqual({ ...LIMIT_REACHED, resets_at: midnight.toISOString() });
      expect(headers.get("content-type")).toMatch(/^application\/json/);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan((midnight.getTime() - Date.now()) / 1000 - 5);
    }
    const { body } = await stack.call("GET", `${NOTIFICATIONS}?limit=100`, { token: key });
    expect(body.notifications).toHaveLength(50);
  });

  it("counts no refused request, no repeat and no read, and gives nothing back for a canceled one", async () => {
    const someone = await stack.owner();
    const key = await limited(2, someone.token);
    const headers = { "idempotency-key": randomUUID() };
    const sent = await stack.send(key, { recipient: "a@example.test", send_at: "2099-01-01T00:00:00Z" });
    expect(sent.status).toBe(400);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const first = await stack.send(key, { recipient: "a@example.test", send_at: later }, headers);
    expect(first.status).toBe(202);
    expect((await stack.send(key, { x: 1 })).status).toBe(400);
    expect((await stack.send(key, { smtp_account_id: randomUUID() })).status).toBe(400);
    expect((await stack.send(key, {}, headers)).status).toBe(409);
    const cancel = await stack.call("POST", `${NOTIFICATIONS}/${first.body.id}/cancel`, { token: key });
    expect(cancel.status).toBe(200);
    expect((await stack.call("POST", `${NOTIFICATIONS}/${randomUUID()}/resend`, { token: key })).status).toBe(404);
    expect((await stack.send(key)).status).toBe(202);
    const beyond = { "idempotency-key": randomUUID() };
    expect((await stack.send(key, { recipient: "b@example.test" }, beyond)).status).toBe(429);
    const again = await stack.send(key, { recipient: "a@example.test", send_at: later }, headers);
    expect([again.status, again.body.id, again.headers.get("idempotency-replayed")]).toEqual([
      202,
      first.body.id,
      "true",
    ]);
    // The refusal was not kept: the same request is judged once more.
    expect((await stack.send(key, { recipient: "b@example.test" }, beyond)).status).toBe(429);
    expect((await stack.send(someone.key)).status).toBe(202);
  });

  it("lets a batch take what is left, and refuses an atomic one that is larger", async () => {
    const key = await limited(30);
    const many = (n: number) => Array.from({ length: n }, () => email());
    const atomic = await batch(key, many(31), { atomic: true });
    expect([atomic.status, atomic.body.code]).toEqual([400, "batch_refused"]);
    expect(resultsOf(atomic)).toHaveLength(31);
    expect(resultsOf(atomic).filter(({ error }) => error?.status === 429)).toHaveLength(1);
    const headers = { "idempotency-key": randomUUID() };
    const bad = { ...email(), x: 1 };
    const notifications = [...many(24), bad, ...many(1)];
    const taken = await batch(key, notifications, {}, headers);
    expect(resultsOf(taken).filter(({ notification }) => notification)).toHaveLength(25);
    expect(resultsOf(taken)[24]?.error?.status).toBe(400);
    const over = await batch(key, many(100));
    expect(over.status).toBe(202);
    expect(resultsOf(over).filter(({ notification }) => notification)).toHaveLength(5);
    const refused = resultsOf(over).filter(({ error }) => error?.status === 429);
    expect(refused).toHaveLength(95);
    expect(refused[0]?.error).toMatchObject({ message: LIMIT_REACHED.error, code: LIMIT_REACHED.code });
    const again = await batch(key, notifications, {}, headers);
    expect([again.status, again.body]).toEqual([202, taken.body]);
    expect((await batch(key, many(1), { atomic: true })).status).toBe(400);
    expect((await stack.send(key)).status).toBe(429);
  });

  it("does not keep a batch of which every item is beyond the limit, and keeps one with any other item", async () => {
    const someone = await stack.owner();
    const key = await limited(1, someone.token);
    const isReplayed = ({ headers }: Answer) => headers.get("idempotency-replayed") === "true";
    const statusesOf = (answer: Answer) => resultsOf(answer).map(({ error }) => error?.status);
    const mixed = { "idempotency-key": randomUUID() };
    const taken = [email(), email()];
    const sent = await batch(key, taken, {}, mixed);
    expect(statusesOf(sent).toSorted()).toEqual([429, undefined]);
    const refused = { "idempotency-key": randomUUID() };
    const items = [email(), email()];
    for (const _ of [1, 2]) {
      const answer = await batch(key, items, {}, refused);
      expect([answer.status, statusesOf(answer), isReplayed(answer)]).toEqual([202, [429, 429], false]);
    }
    const partly = { "idempotency-key": randomUUID() };
    const bad = [email(), { ...email(), x: 1 }];
    for (const repeat of [false, true]) {
      const answer = await batch(key, bad, {}, partly);
      expect([answer.status, statusesOf(answer), isReplayed(answer)]).toEqual([202, [429, 400], repeat]);
    }
    const again = await batch(key, taken, {}, mixed);
    expect([again.text, isReplayed(again)]).toEqual([sent.text, true]);
    // The key with no limit is the same owner's, so it may use the Idempotency-Key that was freed.
    expect(statusesOf(await batch(someone.key, items, {}, refused))).toEqual([undefined, undefined]);
  });

  it("counts an atomic batch as a whole, up to a hundred", async () => {
    const key = await limited(150);
    const many = () => Array.from({ length: 100 }, () => email());
    expect((await batch(key, many(), { atomic: true })).status).toBe(202);
    const over = await batch(key, many(), { atomic: true });
    expect(over.status).toBe(400);
    expect(resultsOf(over).filter(({ error }) => error?.status === 429)).toHaveLength(50);
    expect(resultsOf(await batch(key, many())).filter(({ notification }) => notification)).toHaveLength(50);
  });

  it("counts resends and replies, also of agents", async () => {
    const someone = await chatOwner(stack);
    const phone = aCustomer();
    await someone.writes(phone);
    const { id } = await someone.conversation(phone);
    const key = await limited(3, someone.token);
    const reply = () =>
      stack.call("POST", `/api/v1/chat-conversations/${id}/reply`, { token: key, json: { text: "Hi" } });
    const tell = async () =>
      (await mcp(key, "tools/call", { name: "reply_to_conversation", arguments: { id, text: "Hi" } })).body.result;
    const first = await reply();
    expect(first.status).toBe(202);
    expect(await tell()).toMatchObject({ structuredContent: { status: "pending" } });
    await until(
      () => stack.notification(someone.key, String(first.body.notification_id)),
      ({ status }) => status === "sent",
    );
    const resend = () => stack.call("POST", `${NOTIFICATIONS}/${first.body.notification_id}/resend`, { token: key });
    expect((await resend()).status).toBe(202);
    for (const answer of [await resend(), await reply()]) expect(answer.body).toMatchObject(LIMIT_REACHED);
    expect(await tell()).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(LIMIT_REACHED.error) }],
    });
    const { messages } = (await stack.call("GET", `/api/v1/chat-conversations/${id}/messages`, { token: someone.key }))
      .body as { messages: { direction: string }[] };
    expect(messages.filter(({ direction }) => direction === "outbound")).toHaveLength(3);
  });

  it("goes on with the count of the key before it when a key is rotated, and both share it", async () => {
    const { id, key } = await stack.apiKey(owner.token, { limits: { per_day: 3 } });
    const before = String(key);
    expect((await stack.send(before)).status).toBe(202);
    const rotate = async (of: unknown) =>
      (await stack.call("POST", `${KEYS}/${of}/rotate`, { token: owner.token })).body;
    const second = await rotate(id);
    expect((await stack.send(String(second.key))).status).toBe(202);
    const third = await rotate(second.id);
    expect((await stack.send(before)).status).toBe(202);
    for (const one of [before, second.key, third.key]) expect((await stack.send(String(one))).status).toBe(429);
    expect((await stack.send(owner.key)).status).toBe(202);
  });
});
