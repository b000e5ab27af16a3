import { afterAll, beforeAll, describe, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
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
