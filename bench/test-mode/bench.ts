import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type BenchResult, median, quantile } from "../bench-result.ts";
import { type BenchedStack, startBenchedStack } from "../local-stack.ts";

/** So many notifications of test mode become due at once. */
const MOVED = 10_000;
const BATCH = 100;
const PROBES = 200;
const PROBE_EVERY_MS = 150;
const HOUR_SECONDS = 3600;
const CALL_MS = 60_000;
const POLL_MS = 100;
const LONGEST_MS = 300_000;
const MOVED_WITHIN_MS = 180_000;

const made = z.looseObject({ key: z.string() });
const accepted = z.looseObject({ id: z.string() });
const state = z.looseObject({ status: z.string() });
const token = z.looseObject({ access_token: z.string() });
const clock = z.looseObject({ now: z.iso.datetime() });
const listed = z.looseObject({ notifications: z.array(z.unknown()) });

async function call(stack: BenchedStack, path: string, bearer: string, json?: object): Promise<unknown> {
  const response = await fetch(`${stack.base_url}${path}`, {
    method: json === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${bearer}`, ...(json && { "content-type": "application/json" }) },
    ...(json && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

const mailTo = (recipient: string) => ({ channel: "email", recipient, subject: "A probe", body: "Good morning." });

interface Probed {
  readonly requestMs: number;
  readonly sentMs: number;
}

/** Sends one mail of a live owner, and waits until it is sent. */
async function probe(stack: BenchedStack): Promise<Probed> {
  const key = stack.demo.api_key;
  const begun = performance.now();
  const { id } = accepted.parse(await call(stack, "/api/v1/notifications", key, mailTo("live@example.test")));
  const requestMs = performance.now() - begun;
  for (;;) {
    const { status } = state.parse(await call(stack, `/api/v1/notifications/${id}`, key));
    if (status === "sent") return { requestMs, sentMs: performance.now() - begun };
    if (status === "failed" || performance.now() - begun > LONGEST_MS) throw new Error(`a probe is ${status}`);
    await pause(POLL_MS);
  }
}

/** Sends the probes at their times, however long each takes. */
async function probes(stack: BenchedStack): Promise<readonly Probed[]> {
  const running: Promise<Probed>[] = [];
  for (let i = 0; i < PROBES; i++) {
    running.push(probe(stack));
    await pause(PROBE_EVERY_MS);
  }
  return Promise.all(running);
}

/** Schedules the notifications of test mode, and returns the key. */
async function schedule(stack: BenchedStack): Promise<string> {
  const response = await fetch(`${stack.auth_url}/dev/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub: "tester" }),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const { access_token: bearer } = token.parse(await response.json());
  const { key } = made.parse(await call(stack, "/panel/api/api-keys", bearer, { name: "bench", mode: "test" }));
  const { now } = clock.parse(await call(stack, "/api/v1/sandbox/clock", key));
  const sendAt = new Date(Date.parse(now) + HOUR_SECONDS * 1000).toISOString();
  const notifications = Array.from({ length: BATCH }, (_, i) => ({
    ...mailTo(`test${i}@example.test`),
    send_at: sendAt,
  }));
  for (let sent = 0; sent < MOVED; sent += BATCH)
    await call(stack, "/api/v1/notifications/batch", key, { notifications });
  return key;
}

/** Waits until no notification of test mode is pending, and returns how long it took; undefined when that takes too long. */
async function untilSent(stack: BenchedStack, key: string): Promise<number | undefined> {
  const begun = performance.now();
  for (;;) {
    const waiting = await Promise.all(
      ["pending", "processing"].map((status) => call(stack, `/api/v1/notifications?status=${status}&limit=1`, key)),
    );
    if (waiting.every((one) => listed.parse(one).notifications.length === 0)) return performance.now() - begun;
    if (performance.now() - begun > MOVED_WITHIN_MS) return undefined;
    await pause(1000);
  }
}

function row(when: string, all: readonly Probed[]) {
  const [requests, sent] = [all.map(({ requestMs }) => requestMs), all.map(({ sentMs }) => sentMs)];
  return {
    "mails of a live owner": when,
    mails: all.length,
    "request p50 ms": Math.round(median(requests)),
    "request p99 ms": Math.round(quantile(requests, 0.99)),
    "sent p50 ms": Math.round(median(sent)),
    "sent p99 ms": Math.round(quantile(sent, 0.99)),
  };
}

/** Measures how long a live owner's mails take beside 10,000 notifications that a moved clock makes due (D48e). */
export async function run(): Promise<BenchResult> {
  const stack = await startBenchedStack();
  try {
    await probe(stack);
    const quiet = await probes(stack);
    const key = await schedule(stack);
    await call(stack, "/api/v1/sandbox/clock", key, { advance_seconds: 2 * HOUR_SECONDS });
    const [busy, movedMs] = await Promise.all([probes(stack), untilSent(stack, key)]);
    return {
      name: `A live owner beside ${MOVED} notifications of test mode that one move of a clock makes due`,
      rows: [row("alone", quiet), row("beside test mode", busy)],
      notes: [
        movedMs === undefined
          ? `Some notifications of test mode were still to be sent ${MOVED_WITHIN_MS / 1000} s after the move.`
          : `The notifications of test mode were all sent ${Math.round(movedMs / 1000)} s after the move.`,
        `A mail every ${PROBE_EVERY_MS} ms; sent is seen by asking every ${POLL_MS} ms. The stack and the client share one machine.`,
      ],
    };
  } finally {
    await stack.stop();
  }
}
