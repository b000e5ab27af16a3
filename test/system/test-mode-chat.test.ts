import { afterAll, beforeAll, describe, it } from "vitest";
import { aCustomer } from "../support/chat-owner.ts";
import { call, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

const WITHIN = { withinMs: 10_000 };

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

interface TestOwner extends Owner {
  /** A key of test mode. */
  readonly testKey: string;
}

async function testOwner(): Promise<TestOwner> {
  const who = await stack.owner(null);
  const made = await stack.call("POST", "/panel/api/api-keys", {
    token: who.token,
    json: { name: "tests", mode: "test" },
  });
  return { ...who, testKey: String(made.body.key) };
}

const at = (phone: string) => `/api/v1/sandbox/customers/${encodeURIComponent(phone)}/messages`;
const TEXT = { type: "text", text: { body: "Hi" } };
const write = ({ testKey }: TestOwner, phone: string, message: unknown = TEXT) =>
  stack.call("POST", at(phone), { token: testKey, json: message });
const got = async ({ testKey }: TestOwner, phone: string, query = "") =>
  (await stack.call("GET", `${at(phone)}${query}`, { token: testKey })).body;
const gotMessages = async (who: TestOwner, phone: string) => (await got(who, phone)).messages as Fields[];
const reply = ({ testKey }: TestOwner, conversation: unknown, json: Fields) =>
  stack.call("POST", `/api/v1/chat-conversations/${String(conversation)}/reply`, { token: testKey, json });
const history = async ({ testKey }: TestOwner, conversation: unknown) =>
  (await stack.call("GET", `/api/v1/chat-conversations/${String(conversation)}/messages`, { token: testKey }))
    .body as Fields & { readonly messages: Fields[] };
const notification = async ({ testKey }: TestOwner, id: unknown) =>
  (await stack.call("GET", `/api/v1/notifications/${String(id)}`, { token: testKey })).body;
const timeline = async ({ testKey }: TestOwner, id: unknown) =>
  (await stack.call("GET", `/api/v1/notifications/${String(id)}/timeline`, { token: testKey })).body
    .timeline as Fields[];
const ended = (who: TestOwner, id: unknown, status: string) =>
  until(
    () => notification(who, id),
    (one) => one.status === status,
    WITHIN,
  );

describe("a customer of test mode (D48d)", () => {
  it("writes in, is answered, and the answer goes on to read", async ({ expect }) => {
    const who = await testOwner();
    const phone = aCustomer();
    const written = await write(who, phone, { ...TEXT, profile_name: "Ana" });
    expect([written.status, Object.keys(written.body).sort()]).toEqual([201, ["conversation_id", "message_id"]]);
    const { conversation_id: conversation, message_id: message } = written.body;
    const before = await history(who, conversation);
    expect(before.messages.map(({ id, payload }) => [id, payload])).toEqual([[message, { body: "Hi" }]]);

    const replied = await reply(who, conversation, { message_type: "text", text: "Hello" });
    expect(replied.status).toBe(202);
    const id = replied.body.notification_id;
    const [sent] = await until(
      () => gotMessages(who, phone),
      ({ length }) => length > 0,
      WITHIN,
    );
    expect(sent).toMatchObject({
      notification_id: id,
      message: {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: phone,
        type: "text",
        text: { body: "Hello", preview_url: false },
      },
    });
    const reached = await until(
      () => timeline(who, id),
      (events) => events.some(({ event }) => event === "read"),
      WITHIN,
    );
    expect(reached.map(({ event }) => event)).toEqual(["accepted", "submitted", "sent", "delivered", "read"]);
  });
});
