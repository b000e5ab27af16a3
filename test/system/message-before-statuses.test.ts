import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type QueueName, queues } from "../../lib/functions.ts";
import { startQueueEngine } from "../../local/aws/queue/queue-engine.ts";
import { aCustomer } from "../support/chat-owner.ts";
import { simulator } from "../support/chat-world.ts";
import { type Fields, LocalStack, until } from "../support/local-stack.ts";

/** Twenty batches of ten are processed at once, so most of these statuses wait. */
const STATUSES = 2000;

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.start();
});
afterAll(() => stack.close());

const token = () => stack.file.demo.api_key;
const conversationOf = async (phone: string): Promise<Fields | undefined> => {
  const { body } = await stack.call("GET", `/api/v1/chat-conversations?q=${phone.slice(1)}`, { token: token() });
  return (body.conversations as Fields[])[0];
};
const write = (phone: string, body: string) =>
  simulator(stack, "POST", `/api/customers/${phone}/messages`, { type: "text", text: { body } });
const listed = (phone: string) =>
  until(
    () => conversationOf(phone),
    (found) => found !== undefined,
    { everyMs: 20, withinMs: 120_000 },
  );
const statusOf = async (id: string) => (await stack.notification(token(), id)).status;

/** Sends a message about which the provider has reported nothing yet. */
async function submitted(): Promise<string> {
  await simulator(stack, "PUT", "/api/behaviour", { auto_status: [] });
  const phone = aCustomer();
  await write(phone, "first");
  await listed(phone);
  const json = { channel: "chat", recipient: phone, chat: { type: "text", text: { body: "Hello" } } };
  const { body } = await stack.call("POST", "/api/v1/notifications", { token: token(), json });
  const id = String(body.id);
  await until(
    () => statusOf(id),
    (found) => found === "submitted",
  );
  return id;
}

const queued = (value: Fields): string => {
  const whatsAppWebhookEntry = JSON.stringify({ id: "1", changes: [{ field: "messages", value }] });
  return JSON.stringify({ envelope: JSON.stringify({ whatsAppWebhookEntry }), arrivedAtMs: Date.now(), repeated: 0 });
};
const status = (notification: string) =>
  queued({ statuses: [{ id: `wamid.${notification}`, status: "sent", biz_opaque_callback_data: notification }] });

/** Queues these messages while the stack is stopped, in this order, as the webhook had done before. */
async function whileStopped(messages: readonly (readonly [QueueName, string])[]): Promise<void> {
  await stack.stop();
  const file = join(stack.dataDir, "queues.sqlite");
  const engine = await startQueueEngine({ port: 0, file, queues, areReceiversGone: true });
  for (const [queue, body] of messages) await engine.send(queue, body);
  await engine.close();
  await stack.boot();
}

describe("a customer's message behind a burst of statuses", () => {
  it("is listed before the statuses that were queued before it are applied, and none of them is lost", async () => {
    const last = await submitted();
    const phone = aCustomer();
    const metadata = { phone_number_id: await demoNumber() };
    const message = { from: phone.slice(1), id: `wamid.${phone}`, type: "text", text: { body: "Are you there?" } };
    await whileStopped([
      ...Array.from({ length: STATUSES - 1 }, () => ["chat-events", status(randomUUID())] as const),
      ["chat-events", status(last)],
      ["inbound-messages", queued({ metadata, messages: [message] })],
    ]);
    await listed(phone);
    expect(await statusOf(last)).toBe("submitted");
    await until(
      () => statusOf(last),
      (found) => found === "sent",
      { withinMs: 240_000 },
    );
    const applied = async () => stack.output.match(/"foreign":1/g)?.length ?? 0;
    await until(applied, (count) => count >= STATUSES - 1, { withinMs: 60_000 });
  }, 600_000);
});

/** Returns the platform's number of the demo owner's chat account. */
async function demoNumber(): Promise<string> {
  const administrator = await stack.token("admin", { claims: { role: "admin" } });
  const path = `/admin/api/chat-accounts/${stack.file.demo.chat_account_id}`;
  const { body } = await stack.call("GET", path, { token: administrator });
  return String(body.provider_phone_number_id);
}
