import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";

const CALL_MS = 30_000;
const LONGEST_MS = 60_000;
const LOOK_AGAIN_MS = 250;
const page = z.looseObject({ conversations: z.array(z.looseObject({ id: z.string() })) });

export interface CustomerTarget {
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly key: string;
  /** In E.164, with the plus. */
  readonly phone: string;
}

/** A customer sends a picture: the event takes the topic, the webhook and the queue. Answers the conversation's id once it is listed. */
export async function customerWrites({ baseUrl, simulatorUrl, key, phone }: CustomerTarget): Promise<string> {
  const picture = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex").toString("base64");
  const written = await fetch(`${simulatorUrl}/api/customers/${phone}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "image", image: { caption: "Look" }, content_type: "image/jpeg", content_base64: picture }),
    signal: AbortSignal.timeout(CALL_MS),
  });
  if (written.status !== 201) throw new Error(`the simulator answered ${written.status}: ${await written.text()}`);
  const endsAt = Date.now() + LONGEST_MS;
  for (;;) {
    const response = await fetch(`${baseUrl}/api/v1/chat-conversations?q=${phone.slice(1)}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(CALL_MS),
    });
    const found = response.ok ? page.parse(await response.json()).conversations[0] : undefined;
    if (found) return found.id;
    if (Date.now() > endsAt) throw new Error(`the customer's message is not listed after ${LONGEST_MS / 1000} s`);
    await pause(LOOK_AGAIN_MS);
  }
}
