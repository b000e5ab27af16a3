import { emailExamples } from "./email-examples.ts";
import type { Fields, LocalStack } from "./local-stack.ts";

const HOUR_S = 3600;
const ANN = "+351912345678";

/** Fills the test mode of the demo owner with what the tests of a shop leave on a day of test time. Returns the number of an answered customer. */
export async function seedTestMode(stack: LocalStack): Promise<string> {
  const token = await stack.token("demo");
  const key = String(stack.file.demo.test_api_key);
  const examples = emailExamples();
  for (const { reference: alias, bodyType: body_type, samples: _, ...template } of examples) {
    const json = { ...template, alias, body_type };
    await stack.call("POST", "/api/v1/templates", { token, headers: { "herald-mode": "test" }, json });
  }
  const send = (recipient: string, template_id: string) => {
    const samples = examples.find(({ reference }) => reference === template_id)?.samples;
    const content = { subject: undefined, body: undefined, template_id, data: { ...samples, expected: "tomorrow" } };
    return stack.accepted(key, { recipient, ...content });
  };
  const post = async (path: string, json: Fields): Promise<Fields> => {
    const { status, body } = await stack.call("POST", path, { token: key, json });
    if (status >= 300) throw new Error(`POST ${path} answers ${status}`);
    return body;
  };
  const customers = (phone: string) => `/api/v1/sandbox/customers/${encodeURIComponent(phone)}/messages`;
  const writes = (phone: string, profile_name: string, text: string) =>
    post(customers(phone), { type: "text", text: { body: text }, profile_name });
  const advance = (advance_seconds: number) => post("/api/v1/sandbox/clock", { advance_seconds });

  await stack.allSettled(key, [
    await send("ann@example.test", "welcome"),
    await send("reject@example.test", "welcome"),
    await send("bo@example.test", "password-reset"),
  ]);
  await writes("+33655501230", "Leïla Haddad", "Do you ship to Lyon?");
  await writes("+34655501231", "Miguel Ortega", "STOP");
  await advance(20 * HOUR_S);
  await stack.allSettled(key, [
    await send("ann@example.test", "order-confirmation"),
    await send("ann@example.test", "shipping-notice"),
  ]);
  const { conversation_id } = await writes(ANN, "Ann Berg", "Where is my order 10042?");
  await advance(HOUR_S);
  const text = "It left our store this morning. Nordpost should bring it tomorrow.";
  const reply = await post(`/api/v1/chat-conversations/${String(conversation_id)}/reply`, { text });
  await stack.settled(key, String(reply.notification_id));
  await advance(HOUR_S / 6);
  await writes(ANN, "Ann Berg", "Perfect, thank you!");
  await send("defer2@example.test", "receipt");
  await stack.allSettled(key, [await send("ann@example.test", "sign-in-code")]);
  return ANN;
}
