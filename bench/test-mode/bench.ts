import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type BenchResult, median, quantile } from "../bench-result.ts";
import { type BenchedStack, startBenchedStack } from "../local-stack.ts";
import { call, hasAny, mailTo, makeDue, schedule, testKey } from "./test-mode.ts";

/** So many notifications of test mode become due at once. */
const MOVED = 10_000;
const PROBES = 400;
const PROBE_EVERY_MS = 150;
const POLL_MS = 100;
const LONGEST_MS = 300_000;

const accepted = z.looseObject({ id: z.string() });
const state = z.looseObject({ status: z.string() });

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
    const key = await testKey(stack);
    await schedule(stack, key, MOVED);
    const quiet = await probes(stack);
    await makeDue(stack, key);
    const busy = await probes(stack);
    if (!(await hasAny(stack, key, "pending"))) throw new Error("test mode had nothing left before the last probe");
    return {
      name: `A live owner beside ${MOVED} notifications of test mode that one move of a clock makes due`,
      rows: [row("before the move", quiet), row("after the move", busy)],
      notes: [
        `A mail every ${PROBE_EVERY_MS} ms; sent is seen by asking every ${POLL_MS} ms. The stack and the client share one machine.`,
        "Until the last probe, notifications of test mode were still leaving.",
      ],
    };
  } finally {
    await stack.stop();
  }
}
