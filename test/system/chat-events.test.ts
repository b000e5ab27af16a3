import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { someDigits } from "../support/chat-builders.ts";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { simulator } from "../support/chat-world.ts";
import { type Fields, LocalStack, until } from "../support/local-stack.ts";

let stack: LocalStack;
let owner: ChatOwner;
beforeAll(async () => {
  stack = await LocalStack.shared();
  owner = await chatOwner(stack);
});
afterAll(async () => {
  await behave({});
  await stack.close();
});

const behave = (behaviour: Fields) => simulator(stack, "PUT", "/api/behaviour", behaviour);
const topic = async (message: Fields) => (await simulator(stack, "POST", "/api/topic", message)).body;
const read = async (path: string) => (await stack.call("GET", path, { token: owner.key })).body;
const messagesOf = async (id: unknown) =>
  (await read(`/api/v1/chat-conversations/${id}/messages`)).messages as Fields[];

/** Makes a conversation in which the customer has written, so that we may answer. */
async function aConversation(): Promise<{ phone: string; id: string }> {
  const phone = aCustomer();
  await owner.writes(phone);
  return { phone, id: String((await owner.conversation(phone)).id) };
}

async function answered(phone: string): Promise<string> {
  const json = {
    channel: "chat",
    recipient: phone,
    chat_account_id: owner.chatAccountId,
    chat: { type: "text", text: { body: "Hello" } },
  };
  const answer = await stack.call("POST", "/api/v1/notifications", { token: owner.key, json });
  expect(answer.status).toBe(202);
  return String(answer.body.id);
}

const statusOf = async (id: string) => (await stack.notification(owner.key, id)).status;
const becomes = (id: string, status: string) =>
  until(
    () => statusOf(id),
    (found) => found === status,
  );
/** Returns the simulator's message that belongs to our own id. */
async function atProvider(phone: string, id: string): Promise<Fields> {
  const find = async () => {
    const { body } = await simulator(stack, "GET", `/api/messages?to=${encodeURIComponent(phone)}`);
    return (body.messages as Fields[]).find(({ message }) => (message as Fields).biz_opaque_callback_data === id);
  };
  return (await until(find, (found) => found !== undefined)) as Fields;
}
const tell = (message: Fields, status: string, more: Fields = {}) =>
  simulator(stack, "POST", `/api/messages/${message.id}/status`, { status, ...more });

describe("statuses", () => {
  it.each([
    ["in order", { auto_status: ["sent", "delivered", "read"] }],
    [
      "backwards, each of them many times",
      { auto_status: ["read", "delivered", "sent", "sent", "read"], duplicate: true },
    ],
    ["shuffled", { auto_status: ["sent", "delivered", "read"], shuffle: true, duplicate: true }],
    ["before the send is answered", { auto_status: ["sent", "delivered"], early_status: true }],
    ["without our own id", { auto_status: ["delivered"], omit_callback_data: true }],
    [
      "before the answer and without our own id",
      { auto_status: ["sent"], early_status: true, omit_callback_data: true },
    ],
  ])("that come %s end as sent (S-event-later, V-delivered, V-read)", async (_how, behaviour) => {
    const { phone } = await aConversation();
    await behave(behaviour);
    const id = await answered(phone);
    await becomes(id, "sent");
    await behave({ auto_status: [] });
  });

  it("move nothing back: failed after sent fails, and what was delivered did not fail", async () => {
    await behave({ auto_status: [] });
    const { phone } = await aConversation();
    const [first, second] = [await answered(phone), await answered(phone)];
    const [one, two] = [await atProvider(phone, first), await atProvider(phone, second)];
    for (let n = 0; n < 10; n++) await tell(one, "sent");
    await becomes(first, "sent");
    await tell(one, "failed", { error_code: 131026 });
    await becomes(first, "failed");
    for (const status of ["delivered", "failed", "sent"]) await tell(two, status);
    await becomes(second, "sent");
    const { last_error } = await stack.notification(owner.key, first);
    expect(last_error).toContain("131026");
  });
});

describe("messages of customers", () => {
  it("of every type, known or not, are in the history once, as they came", async () => {
    const phone = aCustomer();
    const sent: Fields[] = [
      { type: "text", text: { body: "Grüße 👋" } },
      { type: "location", location: { latitude: -12.05, longitude: -77.04, name: "HQ" } },
      { type: "interactive", interactive: { type: "button_reply", button_reply: { id: "1", title: "Yes" } } },
      { type: "button", button: { payload: "P", text: "Yes" } },
      { type: "contacts", contacts: [{ name: { formatted_name: "Ben" }, phones: [{ phone: "+1" }] }] },
      { type: "reaction", reaction: { message_id: "wamid.x", emoji: "👍" } },
      { type: "image", image: { caption: "x" }, content_base64: "/9j/4AAQ", content_type: "image/jpeg" },
      { type: "hologram", hologram: { depth: [1, 2, { n: 3 }] } },
    ];
    for (const one of sent) await owner.writes(phone, { ...one, duplicate: true });
    const { id } = await owner.conversation(phone);
    const found = await until(
      () => messagesOf(id),
      ({ length }) => length === sent.length,
    );
    expect(found.every(({ direction }) => direction === "inbound")).toBe(true);
    const payloadOf = (type: unknown) => found.find((one) => one.message_type === type)?.payload as Fields;
    expect(found.map((one) => String(one.message_type)).toSorted()).toEqual(
      sent.map(({ type }) => String(type)).toSorted(),
    );
    for (const { type, ...parts } of sent.filter((one) => one.type !== "image" && one.type !== "contacts")) {
      expect(payloadOf(type)).toMatchObject(parts[String(type)] as Fields);
    }
    expect(payloadOf("image")).toMatchObject({ caption: "x", media_status: "pending", media_id: expect.any(String) });
    await new Promise((done) => setTimeout(done, 300));
    expect(await messagesOf(id)).toHaveLength(sent.length);
  });

  it("open the window by their own time: an old one leaves it closed (S-window, V-inbound)", async () => {
    const phone = aCustomer();
    const timestamp = Math.floor(Date.now() / 1000) - 25 * 3600;
    await owner.writes(phone, { type: "text", text: { body: "old" }, timestamp });
    expect(await owner.conversation(phone)).toMatchObject({ window_open: false });
    await owner.writes(phone);
    await until(
      () => owner.conversation(phone),
      ({ window_open }) => window_open === true,
    );
  });

  it("without a number have a conversation with none, which goes on when the number is shown", async () => {
    const phone = aCustomer();
    const user_id = `US.${someDigits(14)}`;
    await owner.writes(phone, { type: "text", text: { body: "hidden" }, without_phone: true, user_id });
    const list = async () => (await read("/api/v1/chat-conversations?limit=100")).conversations as Fields[];
    const [hidden] = await until(
      async () => (await list()).filter(({ customer_phone }) => customer_phone === ""),
      ({ length }) => length === 1,
    );
    await owner.writes(phone, { type: "text", text: { body: "shown" }, user_id });
    await until(
      () => messagesOf(hidden?.id),
      ({ length }) => length === 2,
    );
    expect(await read(`/api/v1/chat-conversations/${hidden?.id}`)).toMatchObject({ customer_phone: phone });
  });
});

describe("POST /webhooks/cloud/topic/chat (P-webhook)", () => {
  const notification = { kind: "notification", message: { whatsAppWebhookEntry: "{}" } };
  it.each([
    [{ ...notification, corrupt: "none" }, 200],
    [{ ...notification, corrupt: "none", signature_version: "1" }, 200],
    [{ ...notification, corrupt: "signature" }, 403],
    [{ ...notification, corrupt: "topic" }, 403],
    [{ ...notification, corrupt: "cert_url" }, 403],
    [{ ...notification, message: "no JSON at all" }, 200],
    [{ kind: "subscription", corrupt: "none" }, 200],
    [{ kind: "subscription", corrupt: "signature" }, 403],
    [{ kind: "subscription", corrupt: "topic" }, 403],
  ])("answers %j with %i", async (message, status) => {
    expect(await topic(message)).toMatchObject({ status });
  });

  it.each([
    ["", 400],
    ["no JSON", 400],
    ["{}", 400],
    ["[]", 400],
    [JSON.stringify({ Type: "Notification", Message: "x".repeat(1_100_000) }), 400],
  ])("answers hostile bodies with a refusal", async (raw, status) => {
    const answer = await stack.call("POST", "/webhooks/cloud/topic/chat", { raw, type: "text/plain; charset=UTF-8" });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: expect.any(String) });
  });

  it("takes no other method, and asks for no credential", async () => {
    expect((await stack.call("GET", "/webhooks/cloud/topic/chat")).status).toBe(405);
  });

  it("ignores events of messages and templates that are not ours, and template ids beyond 2^53", async () => {
    const change = (field: string, value: string) => `{"id":"1","changes":[{"field":"${field}","value":${value}}]}`;
    const status = `{"statuses":[{"id":"wamid.theirs","status":"sent","biz_opaque_callback_data":"${randomUUID()}"}]}`;
    const template = '{"event":"APPROVED","message_template_id":99999999999999999999}';
    const before = stack.output.length;
    for (const entry of [change("messages", status), change("message_template_status_update", template)]) {
      const message = { whatsAppWebhookEntry: entry };
      expect(await topic({ kind: "notification", corrupt: "none", message })).toMatchObject({ status: 200 });
    }
    // The template may be one that is not stored yet, so its event is looked at again.
    await until(
      async () => ["foreign", "early"].every((outcome) => stack.output.slice(before).includes(`"${outcome}":1`)),
      (areBothApplied) => areBothApplied,
    );
    expect(stack.output.slice(before)).not.toMatch(/"failures":[1-9]/);
  });

  it("writes neither numbers nor words of customers to the log", async () => {
    const phone = aCustomer();
    await owner.writes(phone, { type: "text", text: { body: "a very private matter" }, profile_name: "Zacharias" });
    await owner.conversation(phone);
    for (const secret of [phone.slice(1), "private matter", "Zacharias"]) expect(stack.output).not.toContain(secret);
  });
});
