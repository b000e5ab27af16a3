import type { HeraldEvent } from "../../client/src/herald.ts";
import { reasonOf } from "../../lib/reason.ts";
import { signature } from "../../shared/webhooks/http/signature.ts";

export interface Receiver {
  readonly url: string;
  /** The secret is `whsec_` followed by base64. */
  readonly secret: string;
}

export interface ForwardTools {
  readonly ask: typeof fetch;
  readonly now: () => number;
}

/** The receiver of a webhook has the same time for its answer. */
const ANSWER_MS = 15_000;

/** Posts an event once, as a webhook would. Returns a text for people, and throws only when the signal aborts. */
export async function forward(
  event: HeraldEvent,
  { url, secret }: Receiver,
  { ask, now }: ForwardTools,
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(now() / 1000);
  const startedAt = now();
  try {
    const response = await ask(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      headers: {
        "content-type": "application/json",
        "user-agent": "Herald-Webhooks",
        "webhook-id": event.id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signature([secret], { id: event.id, timestamp, body }),
      },
      body,
    });
    await response.body?.cancel();
    return `${response.status} in ${now() - startedAt} ms`;
  } catch (error) {
    signal.throwIfAborted();
    return `no answer: ${reasonOf(error)}`;
  }
}
