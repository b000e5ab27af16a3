import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateWhatsAppMessageTemplateCommand,
  SendWhatsAppMessageCommand,
  SocialMessagingClient,
} from "@aws-sdk/client-socialmessaging";
import { onTestFinished } from "vitest";
import { DEMO_NUMBER } from "../../../local/world/chat-simulator/demo-number.ts";
import {
  type ChatSimulator,
  type ChatSimulatorOptions,
  startChatSimulator,
} from "../../../local/world/chat-simulator/start-chat-simulator.ts";
import { aReceiver, type Receiver } from "./webhook-receiver.ts";

export const TOPIC_ARN = "arn:aws:sns:us-east-1:000000000000:herald-chat-events";
export const PHONE_ID = DEMO_NUMBER.origination_phone_number_id;
export const WABA_ID = DEMO_NUMBER.business_account_id;

export async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "chat-simulator-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export interface TestSimulator extends ChatSimulator {
  dir: string;
  receiver: Receiver;
  client: SocialMessagingClient;
}

/** Starts a simulator on a free port with a webhook that listens, and closes it after the test. */
export async function aSimulator(
  given: Partial<ChatSimulatorOptions> & { receiver?: Receiver } = {},
): Promise<TestSimulator> {
  const dir = given.dataDir ?? (await temporaryFolder());
  const receiver = given.receiver ?? (await aReceiver());
  const { receiver: _, ...options } = given;
  const simulator = await startChatSimulator({
    port: 0,
    dataDir: dir,
    webhookUrl: () => receiver.url,
    topicArn: TOPIC_ARN,
    region: "us-east-1",
    reviewSeconds: 0.05,
    ...options,
  });
  const client = aClient(simulator.url);
  let closing: Promise<void> | undefined;
  const close = () => {
    client.destroy();
    closing ??= simulator.close();
    return closing;
  };
  onTestFinished(close);
  return { ...simulator, close, dir, receiver, client };
}

/** Returns the unmodified SDK client for another endpoint, with one attempt only, as in the service. */
export function aClient(endpoint: string): SocialMessagingClient {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  return new SocialMessagingClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
}

export const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

export const text = (to = "+15551230001", more: Record<string, unknown> = {}) => ({
  ...{ messaging_product: "whatsapp", recipient_type: "individual", to, type: "text", text: { body: "Hi" } },
  ...more,
});

export async function send({ client }: TestSimulator, message: unknown, phoneNumberId = PHONE_ID): Promise<string> {
  const { messageId } = await client.send(
    new SendWhatsAppMessageCommand({
      originationPhoneNumberId: phoneNumberId,
      message: encoded(message),
      metaApiVersion: "v23.0",
    }),
  );
  return messageId ?? "";
}

/** Returns the error of a call that must fail. */
export async function refusal(work: Promise<unknown>) {
  return work.then(
    () => {
      throw new Error("the call was answered");
    },
    (error: unknown) => error as Error & { $metadata: { httpStatusCode?: number } },
  );
}

export async function control(
  { url }: { url: string },
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
): Promise<{ status: number; body: any }> {
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const answer = await response.text();
  return { status: response.status, body: answer === "" ? undefined : JSON.parse(answer) };
}

export const writeIn = (simulator: { url: string }, phone: string, body: unknown) =>
  control(simulator, "POST", `/api/customers/${encodeURIComponent(phone)}/messages`, body);

export async function sentMessages(simulator: { url: string }, to = "") {
  const { body } = await control(simulator, "GET", `/api/messages?to=${encodeURIComponent(to)}`);
  return body.messages as {
    id: string;
    message_id: string;
    wamid: string;
    origination_phone_number_id: string;
    message: Record<string, unknown>;
    statuses: { status: string; errors?: { code: number; error_data: { details: string } }[] }[];
  }[];
}

/** Polls until the value is as wanted, for at most 180 s. */
export async function eventually<T>(read: () => T | Promise<T>, wanted: (value: T) => boolean): Promise<T> {
  const endMs = performance.now() + 180_000;
  for (;;) {
    const value = await read();
    if (wanted(value)) return value;
    if (performance.now() > endMs) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

export const UTILITY = {
  name: "order_update",
  language: "en_US",
  category: "UTILITY",
  components: [
    { type: "HEADER", format: "TEXT", text: "Hello {{1}}", example: { header_text: ["Ana"] } },
    { type: "BODY", text: "Hi {{1}}, order {{2}} shipped.", example: { body_text: [["Ana", "A-17"]] } },
    { type: "FOOTER", text: "ACME" },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "Thanks" },
        { type: "URL", text: "Track", url: "https://a.example/t/{{1}}", example: ["https://a.example/t/A-17"] },
      ],
    },
  ],
};

export async function createTemplate({ client }: TestSimulator, definition: unknown = UTILITY) {
  return client.send(
    new CreateWhatsAppMessageTemplateCommand({ id: WABA_ID, templateDefinition: encoded(definition) }),
  );
}

/** Creates a template that may be sent. */
export async function anApprovedTemplate(simulator: TestSimulator, definition: unknown = UTILITY): Promise<string> {
  const { metaTemplateId = "" } = await createTemplate(simulator, definition);
  await control(simulator, "POST", `/api/templates/${metaTemplateId}/status`, { status: "APPROVED" });
  return metaTemplateId;
}
