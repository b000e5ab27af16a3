import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { patiently } from "./calls.ts";

const CALL_MS = 30_000;
const LONGEST_MS = 60_000;
const LOOK_AGAIN_MS = 1000;
const saved = z.looseObject({ id: z.string() });
const template = z.looseObject({ can_send: z.boolean() });
const replied = z.looseObject({ notification_id: z.string() });
const state = z.looseObject({ status: z.string(), last_error: z.string().optional() });
const page = z.looseObject({ conversations: z.array(z.looseObject({ id: z.string() })) });

export interface CustomerTarget {
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly key: string;
  /** The number in E.164 with the plus. */
  readonly phone: string;
}

/**
 * Sends a picture from a customer and returns the conversation's id once it is listed. The event of the picture goes
 * through the topic, the webhook and the queue.
 */
export async function customerWrites(target: CustomerTarget): Promise<string> {
  await customerSends(target);
  return until(() => listedConversation(target), "the customer's message is not listed");
}

/** Returns the id of the owner's conversation with the customer, or undefined as long as there is none. */
export async function listedConversation({ baseUrl, key, phone }: CustomerTarget): Promise<string | undefined> {
  const response = await ask(`${baseUrl}/api/v1/chat-conversations?q=${phone.slice(1)}`, key);
  return response.ok ? page.parse(await response.json()).conversations[0]?.id : undefined;
}

/** Sends a picture from a customer. Resolves when the provider has it. */
export async function customerSends({ simulatorUrl, phone }: CustomerTarget): Promise<void> {
  const picture = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex").toString("base64");
  const written = await fetch(`${simulatorUrl}/api/customers/${phone}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      type: "image",
      image: { caption: "Look" },
      content_type: "image/jpeg",
      content_base64: picture,
    }),
    signal: AbortSignal.timeout(CALL_MS),
  });
  if (written.status !== 201) throw new Error(`the simulator answered ${written.status}: ${await written.text()}`);
}

/** Replies in the conversation. Resolves when the provider has the message. */
export async function ownerReplies({ baseUrl, key }: OwnerAccess, conversation: string): Promise<void> {
  const reply = { message_type: "text", text: "We are looking into it." };
  const answer = await ask(`${baseUrl}/api/v1/chat-conversations/${conversation}/reply`, key, reply);
  await sent(baseUrl, key, replied.parse(await accepted(answer)).notification_id);
}

export interface OwnerAccess {
  readonly baseUrl: string;
  readonly key: string;
}

/** Writes to a new customer, which requires a template that the provider has approved. */
export async function ownerWritesFirst(
  { baseUrl, key }: OwnerAccess,
  accessToken: string,
  phone: string,
): Promise<void> {
  const definition = {
    name: "order_on_its_way",
    language: "en_US",
    category: "UTILITY",
    body: { text: "Your order is on its way." },
  };
  const templates = `${baseUrl}/api/v1/chat-templates`;
  const { id } = saved.parse(await accepted(await ask(templates, accessToken, definition)));
  await until(async () => {
    const found = await ask(`${templates}/${id}`, accessToken);
    return found.ok && template.parse(await found.json()).can_send ? true : undefined;
  }, "the template is not approved");
  const json = { channel: "chat", recipient: phone, chat: { type: "template", template_id: id } };
  const notification = await accepted(await ask(`${baseUrl}/api/v1/notifications`, key, json));
  await sent(baseUrl, key, saved.parse(notification).id);
}

async function accepted(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

async function sent(baseUrl: string, key: string, id: string): Promise<void> {
  const ended = await until(async () => {
    const found = await ask(`${baseUrl}/api/v1/notifications/${id}`, key);
    const read = found.ok ? state.parse(await found.json()) : undefined;
    return read?.status === "sent" || read?.status === "failed" ? read : undefined;
  }, "a message to the customer has come to no end");
  if (ended.status !== "sent") throw new Error(`a message to the customer failed: ${ended.last_error ?? ""}`);
}

const ask = (url: string, key: string, json?: object): Promise<Response> =>
  patiently(() =>
    fetch(url, {
      method: json === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, ...(json && { "content-type": "application/json" }) },
      ...(json && { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(CALL_MS),
    }),
  );

async function until<T>(look: () => Promise<T | undefined>, failure: string): Promise<T> {
  const endsAt = Date.now() + LONGEST_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > endsAt) throw new Error(`${failure} after ${LONGEST_MS / 1000} s`);
    await pause(LOOK_AGAIN_MS);
  }
}
