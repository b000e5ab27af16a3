import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { type Answer, type Fields, LocalStack, until } from "../support/local-stack.ts";

const PANEL = "/panel/api/chat-conversations";
const API = "/api/v1/chat-conversations";
const NOBODY = "00000000-0000-4000-8000-000000000000";

describe("the panel's conversations", () => {
  let stack: LocalStack;
  let owner: ChatOwner;
  beforeAll(async () => {
    stack = await LocalStack.shared();
    owner = await chatOwner(stack);
  });
  afterAll(() => stack.close());

  const ask = (method: string, path: string, json?: unknown, token = owner.token): Promise<Answer> =>
    stack.call(method, path, { token, ...(json !== undefined && { json }) });
  const rows = async (query: string, token = owner.token) =>
    (await ask("GET", `${PANEL}?${query}`, undefined, token)).body.conversations as Fields[];
  const idsIn = async (query: string, token?: string) => (await rows(query, token)).map(({ id }) => id);
  const met = async (body: string, from = owner, agoSeconds = 0) => {
    const phone = aCustomer();
    // The platform counts full seconds.
    const timestamp = Math.floor(Date.now() / 1000) - agoSeconds;
    await from.writes(phone, { type: "text", text: { body }, timestamp });
    return { phone, id: String((await from.conversation(phone)).id) };
  };

  it("say who waits, what is unread and what was said last, until somebody answers, reads and finishes it", async () => {
    const { id, phone } = await met("Is it broken?");
    const [row] = await rows("view=waiting");
    expect(row).toMatchObject({
      id,
      last_message: { direction: "inbound", message_type: "text", text: "Is it broken?" },
      unread: 1,
      is_done: false,
    });
    expect(row?.waiting_since).toBe(row?.first_wrote_at);
    expect((await ask("GET", `${PANEL}/counts`)).body).toEqual({ waiting: 1, unread: 1 });
    const reply = await ask("POST", `${API}/${id}/reply`, { text: "No, it is fine" }, owner.key);
    expect(reply.status).toBe(202);
    expect(await idsIn("view=waiting")).toEqual([]);
    expect(await idsIn("view=unread")).toEqual([id]);
    const sent = await until(
      () => ask("GET", `${PANEL}/${id}`),
      ({ body }) => /^(sent|delivered|read)$/.test(String((body.last_message as Fields).status)),
    );
    expect(sent.body).not.toHaveProperty("waiting_since");
    const { messages } = (await ask("GET", `${PANEL}/${id}/messages`)).body as { messages: Fields[] };
    expect(messages[0]).toMatchObject({
      direction: "outbound",
      status: expect.stringMatching(/^(sent|delivered|read)$/),
    });
    const marked = await ask("PUT", `${PANEL}/${id}/marks`, { read_up_to: messages[1]?.id, is_done: true });
    expect([marked.status, marked.body]).toMatchObject([200, { unread: 0, is_done: true }]);
    expect([await idsIn("view=all"), await idsIn("view=done")]).toEqual([[], [id]]);
    await owner.writes(phone, { type: "text", text: { body: "Thanks" } });
    await until(
      () => idsIn("view=all"),
      (ids) => ids.includes(id),
    );
    expect(await idsIn("view=done")).toEqual([]);
    // Programs see only the fields that they saw before the panel had more.
    expect(Object.keys((await ask("GET", `${API}/${id}`, undefined, owner.key)).body)).not.toContain("unread");
  });

  it("come with who waits longest first, and are found by words", async () => {
    const other = await chatOwner(stack);
    const first = await met("a red mug", other, 120);
    const [second, third] = [await met("two", other, 60), await met("three", other)];
    await ask("POST", `${PANEL}/${second.id}/reply`, { text: "Yes, the blue jug" }, other.token);
    expect(await idsIn("view=all", other.token)).toEqual([first.id, third.id, second.id]);
    expect(await idsIn("view=all&q=RED%20mug", other.token)).toEqual([first.id]);
    expect(await idsIn("view=all&q=blue", other.token)).toEqual([second.id]);
    const [older] = await rows("view=all&q=two", other.token);
    expect(older).toMatchObject({ id: second.id, matched_text: "two" });
    expect(await idsIn(`view=waiting&q=${third.phone.slice(1)}`, other.token)).toEqual([third.id]);
    expect(await idsIn("view=all&window=closed", other.token)).toEqual([]);
    expect(await idsIn("view=all&q=nothing%20like%20it", other.token)).toEqual([]);
    const bad = await ask("GET", `${PANEL}?view=mine`);
    expect([bad.status, bad.body]).toMatchObject([400, { error: "view must be one of: all, waiting, unread, done" }]);
  });

  it("show a template as the customer reads it", async () => {
    const json = {
      ...{ name: `t_${NOBODY.slice(0, 8)}`, language: "en_US", category: "UTILITY" },
      ...{ chat_account_id: owner.chatAccountId, body: { text: "Hello {{1}}, good day.", examples: ["Ana"] } },
      footer: { text: "Fjord" },
    };
    const template = String((await ask("POST", "/api/v1/chat-templates", json)).body.id);
    const { id } = await met("Hi");
    const body = { message_type: "template", template_id: template, template_parameters: ["Leïla"] };
    await until(
      () => ask("POST", `${PANEL}/${id}/reply`, body),
      ({ status }) => status === 202,
    );
    const { messages } = (await ask("GET", `${PANEL}/${id}/messages`)).body as { messages: Fields[] };
    expect(messages[0]?.rendered).toEqual({ body: "Hello Leïla, good day.", footer: "Fjord", buttons: [] });
    const detail = (await ask("GET", `${PANEL}/${id}`)).body;
    expect(detail.last_message).toMatchObject({ message_type: "template", text: "Hello Leïla, good day." });
    // Somebody sent the message in the conversation, so it is an answer.
    expect(detail).not.toHaveProperty("waiting_since");
  });

  it("begin with the first template that a person writes to a telephone, and with no template of a program", async () => {
    const fresh = await chatOwner(stack);
    const definition = {
      ...{ name: `first_${NOBODY.slice(0, 8)}`, language: "en_US", category: "UTILITY" },
      ...{ chat_account_id: fresh.chatAccountId, body: { text: "Hello {{1}}, good day.", examples: ["Ana"] } },
    };
    const template = String((await ask("POST", "/api/v1/chat-templates", definition, fresh.token)).body.id);
    const chat = { type: "template", template_id: template, values: { parameter_1: "Ana" } };
    const message = (recipient: string) => ({ channel: "chat", recipient, chat });
    await until(
      () => ask("POST", "/api/v1/notifications", message(aCustomer()), fresh.key),
      ({ status }) => status === 202,
    );
    expect(await idsIn("view=all", fresh.token)).toEqual([]);
    const phone = aCustomer();
    const { status, body } = await ask("POST", "/panel/api/notifications", message(phone), fresh.token);
    expect([status, body]).toMatchObject([202, { channel: "chat", conversation_id: expect.any(String) }]);
    const id = String(body.conversation_id);
    expect(await rows("view=all", fresh.token)).toMatchObject([{ id, customer_phone: phone, window_open: false }]);
    const { messages } = (await ask("GET", `${PANEL}/${id}/messages`, undefined, fresh.token)).body as Record<
      string,
      Fields[]
    >;
    expect(messages).toMatchObject([{ direction: "outbound", rendered: { body: "Hello Ana, good day." } }]);
    expect((await ask("GET", `${API}/${id}`, undefined, fresh.key)).status).toBe(200);
    const early = await ask("POST", `${PANEL}/${id}/reply`, { text: "Are you there?" }, fresh.token);
    expect([early.status, early.body.code]).toEqual([409, "window_closed"]);
    expect((await ask("GET", `${PANEL}/${id}`)).status).toBe(404);
    await fresh.writes(phone, { type: "text", text: { body: "Hello" } });
    await until(
      () => ask("GET", `${PANEL}/${id}`, undefined, fresh.token),
      ({ body: { window_open: isOpen, waiting_since: since } }) => isOpen === true && since !== undefined,
    );
    expect((await ask("PUT", `${PANEL}/${id}/marks`, { is_done: true }, fresh.token)).status).toBe(200);
  });

  it("have notes with their author, for the owner's people alone", async () => {
    const { id } = await met("Hi");
    const added = await ask("POST", `${PANEL}/${id}/notes`, { text: "Prefers a new item." });
    expect([added.status, added.body]).toMatchObject([
      201,
      { text: "Prefers a new item.", author: expect.any(String) },
    ]);
    expect((await ask("GET", `${PANEL}/${id}/notes`)).body).toEqual({ notes: [added.body] });
    const stranger = await chatOwner(stack);
    expect((await ask("GET", `${PANEL}/${id}/notes`, undefined, stranger.token)).status).toBe(404);
    expect((await ask("POST", `${PANEL}/${id}/notes`, { text: "x" }, stranger.token)).status).toBe(404);
    expect((await ask("DELETE", `${PANEL}/${id}/notes/${added.body.id}`, undefined, stranger.token)).status).toBe(404);
    expect((await ask("PUT", `${PANEL}/${id}/marks`, { is_done: true }, stranger.token)).status).toBe(404);
    expect((await ask("GET", `${PANEL}/${id}/notes`, undefined, owner.key)).status).toBe(401);
    expect((await ask("DELETE", `${PANEL}/${id}/notes/${added.body.id}`)).status).toBe(204);
    expect((await ask("DELETE", `${PANEL}/${id}/notes/${added.body.id}`)).status).toBe(404);
  });

  it.each([
    ["PUT", "/marks", {}, "read_up_to or is_done is required"],
    ["PUT", "/marks", { read_up_to: "x" }, "read_up_to must be a UUID"],
    ["PUT", "/marks", { read_up_to: NOBODY }, "read_up_to is not a message of the conversation"],
    ["PUT", "/marks", { is_done: "yes" }, "is_done must be a boolean"],
    ["PUT", "/marks", { is_done: true, more: 1 }, 'unknown field "more"'],
    ["POST", "/notes", { text: " " }, "text is required"],
    ["POST", "/notes", { text: "😀".repeat(2001) }, "text must have at most 2000 characters"],
  ] as const)("answer 400 to %s %s with %j", async (method, path, json, error) => {
    const { id } = await met("Hi");
    const answer = await ask(method, `${PANEL}/${id}${path}`, json);
    expect([answer.status, answer.body]).toMatchObject([400, { error }]);
  });

  it("are answered with canned replies, each by a name of its own", async () => {
    const path = "/panel/api/canned-replies";
    const made = await ask("POST", path, { name: " Hours ", text: "9 to 17" });
    expect([made.status, made.body]).toMatchObject([201, { name: "Hours", text: "9 to 17" }]);
    const taken = await ask("POST", path, { name: "hours", text: "x" });
    expect([taken.status, taken.body]).toMatchObject([409, { code: "name_taken" }]);
    const changed = await ask("PUT", `${path}/${made.body.id}`, { name: "Opening", text: "9 to 18" });
    expect((await ask("GET", path)).body).toEqual({ canned_replies: [changed.body] });
    const long = await ask("POST", path, { name: "n".repeat(61), text: "t" });
    expect([long.status, long.body]).toMatchObject([400, { error: "name must have at most 60 characters" }]);
    expect((await ask("GET", path, undefined, (await chatOwner(stack)).token)).body).toEqual({ canned_replies: [] });
    expect((await ask("DELETE", `${path}/${made.body.id}`)).status).toBe(204);
    expect((await ask("DELETE", `${path}/${made.body.id}`)).status).toBe(404);
  });
});
