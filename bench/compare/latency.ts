import { setTimeout as pause } from "node:timers/promises";
import { quantile, rounded } from "../bench-result.ts";
import { inArena, type Match } from "./arena.ts";
import { cpuMsOf } from "./child.ts";
import type { Contender } from "./contender.ts";
import type { ContenderName } from "./options.ts";

/** All contenders compile code at first, so the first mails are not representative. */
const WARM_UP_MAILS = 1000;
const TIMEOUT_MS = 120_000;

export interface LatencyRound extends Match {
  readonly perSecond: number;
  readonly seconds: number;
}

/**
 * Sends each mail at its time, whether or not the previous one was accepted. The latency of a mail counts from when it
 * was due.
 */
async function stream(contender: Contender, { perSecond, seconds }: LatencyRound) {
  const dueAt = new Map<string, number>();
  const acceptedMs: number[] = [];
  const startAt = Date.now() + 200;
  const one = async (i: number) => {
    const due = startAt + (i * 1000) / perSecond;
    const to = `m+${i}@example.test`;
    dueAt.set(to, due);
    await pause(Math.max(0, due - Date.now()));
    await contender.accept({ to, account: i, owner: 0 });
    acceptedMs.push(Date.now() - due);
  };
  await Promise.all(Array.from({ length: perSecond * seconds }, (_, i) => one(i)));
  return { dueAt, acceptedMs };
}

/** Measures the time from when a mail was due until the mail server had it. */
export async function latencyRound(name: ContenderName, round: LatencyRound) {
  return inArena(name, round, async (contender, sink) => {
    await contender.start();
    for (let i = 0; i < WARM_UP_MAILS; i++) await contender.accept({ to: `w+${i}@example.test`, account: i, owner: 0 });
    if (!(await sink.untilCount(WARM_UP_MAILS, TIMEOUT_MS))) throw new Error(`${name} did not warm up`);
    const cpu = cpuMsOf(contender.pids());
    const { dueAt, acceptedMs } = await stream(contender, round);
    await sink.untilCount(WARM_UP_MAILS + dueAt.size, TIMEOUT_MS);
    const spent = cpuMsOf(contender.pids()) - cpu;
    const arrivals = sink.arrivals();
    const waits = [...dueAt].flatMap(([to, due]) => (arrivals.get(to) ?? []).slice(0, 1).map((at) => at - due));
    return {
      "accepted p50 ms": rounded(quantile(acceptedMs, 0.5)),
      "accepted p99 ms": rounded(quantile(acceptedMs, 0.99)),
      "p50 ms": rounded(quantile(waits, 0.5)),
      "p95 ms": rounded(quantile(waits, 0.95)),
      "p99 ms": rounded(quantile(waits, 0.99)),
      "CPU ms per mail": rounded(spent / dueAt.size),
      missing: dueAt.size - waits.length,
    };
  });
}
