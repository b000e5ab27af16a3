import { setTimeout as pause } from "node:timers/promises";
import type { LoadPlan } from "./proving.ts";

/** If more requests are open, the service stands still and the load ends. */
const MOST_OPEN = 500;

export interface Sent {
  /** The answer came after this many milliseconds. */
  readonly ms: number;
  /** The request was due at this time in epoch milliseconds. */
  readonly dueMs: number;
  /** The refusal of a request; undefined if the request was accepted. */
  readonly refusal: string | undefined;
}

/** Sends one request and returns the reason of its refusal, or undefined if it was accepted. */
export type SendOne = (index: number) => Promise<string | undefined>;

/**
 * Sends requests at a steady rate, whether or not earlier ones were answered, and waits for all answers. The time of a
 * request that could not start punctually counts from when it was due, so that a slow service does not hide behind a
 * late start.
 */
export async function openLoop(
  { perSecond, seconds }: LoadPlan,
  send: SendOne,
  signal: AbortSignal,
): Promise<readonly Sent[]> {
  const count = perSecond * seconds;
  const startsAt = performance.now();
  const startedMs = Date.now();
  const open = new Set<Promise<void>>();
  const sent: Sent[] = [];
  for (let index = 0; index < count; index += 1) {
    const afterMs = (index * 1000) / perSecond;
    const waitMs = startsAt + afterMs - performance.now();
    if (waitMs > 0) await pause(waitMs, undefined, { signal });
    if (open.size >= MOST_OPEN) throw new Error(`${MOST_OPEN} requests were open at once: the service stands still`);
    const one = timed(send(index), startsAt + afterMs).then(({ ms, refusal }) => {
      sent.push({ ms, dueMs: startedMs + afterMs, refusal });
      open.delete(one);
    });
    open.add(one);
  }
  await Promise.all(open);
  return sent;
}

async function timed(answer: Promise<string | undefined>, dueAt: number) {
  const refusal = await answer.catch((error: unknown) => String(error));
  return { ms: performance.now() - dueAt, refusal };
}
