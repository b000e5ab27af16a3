import { setTimeout as pause } from "node:timers/promises";
import { type BenchResult, median, quantile } from "../bench-result.ts";
import { type BenchedStack, startBenchedStack } from "../local-stack.ts";
import { hasAny, makeDue, schedule, testKey } from "./test-mode.ts";

const MOVES = 30;
const POLL_MS = 50;
const LONGEST_MS = 300_000;

/** Schedules so many mails, moves the clock, and returns the seconds until all of them are sent. */
async function secondsUntilSent(stack: BenchedStack, key: string, mails: number): Promise<number> {
  await schedule(stack, key, mails);
  const begun = performance.now();
  await makeDue(stack, key);
  while ((await hasAny(stack, key, "pending")) || (await hasAny(stack, key, "processing"))) {
    if (performance.now() - begun > LONGEST_MS) throw new Error("what a move made due was not sent");
    await pause(POLL_MS);
  }
  return (performance.now() - begun) / 1000;
}

const row = (mails: number, seconds: readonly number[]) => ({
  "mails due at once": mails,
  moves: seconds.length,
  "all sent p50 s": median(seconds).toFixed(2),
  "all sent p99 s": quantile(seconds, 0.99).toFixed(2),
});

/** Measures how soon after a move of a clock what it made due is sent (D48e: 10 s, and a minute for 500). */
export async function run(): Promise<BenchResult> {
  const stack = await startBenchedStack();
  try {
    const key = await testKey(stack);
    const rows: ReturnType<typeof row>[] = [];
    for (const [mails, moves] of [
      [1, MOVES],
      [50, 5],
      [500, 2],
    ] as const) {
      const seconds: number[] = [];
      for (let i = 0; i < moves; i++) seconds.push(await secondsUntilSent(stack, key, mails));
      rows.push(row(mails, seconds));
    }
    return {
      name: "How soon after a move of a test clock what it made due is sent",
      rows,
      notes: [`Sent is seen by asking every ${POLL_MS} ms.`],
    };
  } finally {
    await stack.stop();
  }
}
