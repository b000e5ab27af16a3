import type { TestClock, TestClocks } from "../edge/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { SandboxQueue } from "./ports.ts";

export interface AdvanceClockDeps {
  readonly testClocks: Pick<TestClocks, "advance">;
  readonly sandboxQueue: SandboxQueue;
  readonly realClock: Clock;
  readonly log: Log;
}

export interface MovedClock {
  readonly clock: TestClock;
  /** The owner's test time after the move, in epoch milliseconds. */
  readonly nowMs: number;
}

/**
 * Moves an owner's test time ahead. The move is stored first; then a worker puts on the queues what it made due. If that message is
 * lost, the sweep sends it again within two minutes.
 * @throws Refusal `clock_limit`
 */
export async function advanceClock(deps: AdvanceClockDeps, owner: Owner, seconds: number): Promise<MovedClock> {
  const { testClocks, sandboxQueue, realClock, log } = deps;
  const movedAtMs = realClock.now();
  const clock = await testClocks.advance(owner, seconds, movedAtMs);
  if (clock === undefined) throw new Refusal("clock_limit", "the clock may be at most ten years ahead");
  await sandboxQueue
    .enqueue({ kind: "clock-moved", owner, movedAtMs })
    .catch((error: unknown) => log.error("sandbox_queue.refused", error, { owner }));
  return { clock, nowMs: realClock.now() + clock.advancedSeconds * 1000 };
}
