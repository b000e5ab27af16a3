import { type SnsMessage, snsHeaders } from "./sns-message.ts";

export interface WebhookAnswer {
  readonly status: number;
  /** The beginning of the body, at most 64 KiB. */
  readonly body: string;
  readonly ms: number;
}

/** The topic service waits this long for an answer (W2.1). */
const ANSWER_TIMEOUT_MS = 15_000;
const MAX_ANSWER_CHARACTERS = 65_536;

/** Delivers a message once. Rejects if nothing answers in time. Redirects are not followed. */
export async function postMessage(endpoint: string, message: SnsMessage, signal: AbortSignal): Promise<WebhookAnswer> {
  const startedAt = performance.now();
  const response = await fetch(endpoint, {
    method: "POST",
    headers: snsHeaders(message),
    body: JSON.stringify(message),
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
  });
  const body = (await response.text()).slice(0, MAX_ANSWER_CHARACTERS);
  return { status: response.status, body, ms: Math.round((performance.now() - startedAt) * 10) / 10 };
}
