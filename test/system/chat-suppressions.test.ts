import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { eventReader } from "../support/event-reader.ts";
import { type Fields, HASTY, LocalStack, until } from "../support/local-stack.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared({ ...HASTY });
});
afterAll(() => stack.close());

const suppressed = async ({ token }: ChatOwner, json: Fields) => {
  const answer = await stack.call("POST", "/api/v1/suppressions", { token, json });
  if (answer.status !== 201) throw new Error(`not suppressed: ${answer.status} ${answer.text}`);
};
const sent = async (who: ChatOwner, recipient: string, chat: Fields): Promise<string> => {
  const json = { channel: "chat", recipient, chat };
  const answer = await stack.call("POST", "/api/v1/notifications", { token: who.key, json });
  if (answer.status !== 202) throw new Error(`not accepted: ${answer.status} ${answer.text}`);
  return String(answer.body.id);
};
const ended = (who: ChatOwner, id: string) => stack.settled(who.key, id);
const text = { type: "text", text: { body: "We are open." } };

async function approvedTemplate({ token, chatAccountId }: ChatOwner, category: string): Promise<Fields> {
  const json = {
    ...{ name: `t_${category.toLowerCase()}`, language: "en", category, chat_account_id: chatAccountId },
    body: { text: "Good news for you." },
  };
  const { body } = await stack.call("POST", "/api/v1/chat-templates", { token, json });
  await until(
    async () => (await stack.call("GET", `/api/v1/chat-templates/${String(body.id)}`, { token })).body,
    ({ remote_status: status }) => status === "APPROVED",
    { everyMs: 50 },
  );
  return { template_id: body.id };
}

describe("a suppressed number (D45h)", () => {
  it("gets nothing without a topic, in any spelling: no text, no reply, no template", async ({ expect }) => {
    const who = await chatOwner(stack);
    const customer = aCustomer();
    await who.writes(customer);
    const { id: conversation } = await who.conversation(customer);
    await suppressed(who, { recipient: customer, reason: "complaint" });
    const path = `/api/v1/chat-conversations/${String(conversation)}/reply`;
    const reply = await stack.call("POST", path, { token: who.key, json: { text: "Hello" } });
    const ids = [await sent(who, customer, text), await sent(who, customer, await approvedTemplate(who, "UTILITY"))];
    expect(reply.status).toBe(202);
    for (const id of [...ids, String(reply.body.notification_id)]) {
      const last_error = expect.stringMatching(/^recipient is suppressed: complaint on \d{4}-\d\d-\d\d$/);
      expect(await ended(who, id)).toMatchObject({ status: "failed", attempts: 0, last_error });
      const { body } = await stack.call("GET", `/api/v1/notifications/${id}/timeline`, { token: who.key });
      expect(body).toMatchObject({
        recipients: [{ recipient: customer, outcome: "suppressed" }],
        explanation: { code: "recipient_suppressed" },
      });
    }
  });

  it("gets no templates of the category that the topic names, and everything else", async ({ expect }) => {
    const who = await chatOwner(stack);
    const customer = aCustomer();
    await who.writes(customer);
    await who.conversation(customer);
    await suppressed(who, { recipient: customer, reason: "unsubscribe", topic: "marketing" });
    const marketing = await sent(who, customer, await approvedTemplate(who, "MARKETING"));
    const utility = await sent(who, customer, await approvedTemplate(who, "UTILITY"));
    const free = await sent(who, customer, text);
    expect(await ended(who, marketing)).toMatchObject({ status: "failed", attempts: 0 });
    expect(await ended(who, utility)).toMatchObject({ status: "sent" });
    expect(await ended(who, free)).toMatchObject({ status: "sent" });
  });
});

const SETTINGS = "/api/v1/suppressions/settings";
const DEFAULTS = { chat_stop: false, stop_words: ["stop", "unsubscribe"], start_words: ["start"] };
const put = ({ token }: Pick<ChatOwner, "token">, json: unknown, headers = {}) =>
  stack.call("PUT", SETTINGS, { token, json, headers });
const suppressionsOf = async ({ token }: ChatOwner) =>
  (await stack.call("GET", "/api/v1/suppressions", { token })).body.suppressions as Fields[];

describe("the words that stop marketing (D45h)", () => {
  it("are off until they are switched on, and are reset where they are left out", async ({ expect }) => {
    const who = await chatOwner(stack);
    expect((await stack.call("GET", SETTINGS, { token: who.token })).body).toEqual(DEFAULTS);
    const own = await put(who, { chat_stop: true, stop_words: [" PARAR ", "parar", "Basta"], start_words: ["voltar"] });
    expect([own.status, own.body]).toEqual([
      200,
      { chat_stop: true, stop_words: ["parar", "basta"], start_words: ["voltar"] },
    ]);
    expect((await put(who, { chat_stop: true })).body).toEqual({ ...DEFAULTS, chat_stop: true });
    expect((await stack.call("GET", SETTINGS, { token: who.key })).status).toBe(401);
  });

  it("are changed by one of two who read the same", async ({ expect }) => {
    const who = await chatOwner(stack);
    const read = await stack.call("GET", SETTINGS, { token: who.token });
    const headers = { "if-match": read.headers.get("etag") ?? "" };
    const both = await Promise.all([put(who, { chat_stop: true }, headers), put(who, { chat_stop: false }, headers)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it.for<[string, Fields, string]>([
    ["no chat_stop", {}, "chat_stop is required"],
    ["a text as chat_stop", { chat_stop: "yes" }, "chat_stop must be true or false"],
    ["no stop word", { chat_stop: true, stop_words: [] }, "stop_words must have 1 to 20 words"],
    [
      "21 words",
      { chat_stop: true, start_words: Array.from({ length: 21 }, (_, i) => `w${i}`) },
      "start_words must have",
    ],
    ["a word of marks alone", { chat_stop: true, stop_words: ["!"] }, "stop_words must be words of 1 to 64"],
    [
      "words that are the same but for a mark",
      { chat_stop: true, stop_words: ["stop!"], start_words: ["stop"] },
      "start_words must not have a word of stop_words",
    ],
    ["an empty word", { chat_stop: true, stop_words: ["a", " "] }, "stop_words must be words of 1 to 64"],
    ["a long word", { chat_stop: true, stop_words: ["a".repeat(65)] }, "stop_words must be words of 1 to 64"],
    ["a word in both", { chat_stop: true, stop_words: ["Start"] }, "start_words must not have a word of stop_words"],
    ["an unknown field", { chat_stop: true, keywords: [] }, "keywords"],
  ])("are refused with %s", async ([, json, error], { expect }) => {
    const answer = await put({ token: await stack.token("demo") }, json);
    expect([answer.status, String(answer.body.error)]).toEqual([400, expect.stringContaining(error)]);
  });

  it("suppress the customer's number for marketing once, and end that, and the messages stay", async ({ expect }) => {
    const who = await chatOwner(stack);
    const customer = aCustomer();
    const events = eventReader(stack, who.key, { types: "recipient.unsubscribed" });
    await who.writes(customer, { type: "text", text: { body: "stop" } });
    await who.conversation(customer);
    // The platform tells times in full seconds, and what was written in the second of the switch counts.
    await pause(1100);
    await put(who, { chat_stop: true });
    await who.writes(customer, { type: "text", text: { body: "stop it please" } });
    await until(
      () => historyOf(who, customer),
      ({ length }) => length === 2,
    );
    expect(await suppressionsOf(who)).toEqual([]);

    for (const body of ["  STOP. !", "Unsubscribe"]) await who.writes(customer, { type: "text", text: { body } });
    await until(
      () => historyOf(who, customer),
      ({ length }) => length === 4,
    );
    const [one, ...more] = await until(
      () => suppressionsOf(who),
      ({ length }) => length > 0,
    );
    expect([one, more]).toEqual([
      expect.objectContaining({ channel: "chat", recipient: customer, reason: "unsubscribe", topic: "marketing" }),
      [],
    ]);
    const marketing = await sent(who, customer, await approvedTemplate(who, "MARKETING"));
    expect(await ended(who, marketing)).toMatchObject({ status: "failed", attempts: 0 });
    await suppressed(who, { recipient: customer, reason: "manual", topic: "utility" });

    await who.writes(customer, { type: "text", text: { body: "Start!" } });
    const left = await until(
      () => suppressionsOf(who),
      ({ length }) => length === 1,
    );
    expect(left).toMatchObject([{ reason: "manual", topic: "utility" }]);
    await who.writes(customer, { type: "button", button: { text: "Stop", payload: "x" } });
    await until(
      () => suppressionsOf(who),
      ({ length }) => length === 2,
    );
    await events.types(2);
    expect(events.seen).toHaveLength(2);
  });
});

async function historyOf(who: ChatOwner, customer: string): Promise<Fields[]> {
  const { id } = await who.conversation(customer);
  const path = `/api/v1/chat-conversations/${String(id)}/messages`;
  return (await stack.call("GET", path, { token: who.key })).body.messages as Fields[];
}
