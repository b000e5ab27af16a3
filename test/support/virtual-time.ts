import { setImmediate as afterwards } from "node:timers/promises";
import type { Clock } from "../../shared/kernel/clock.ts";

export interface VirtualTime extends Clock {
  pause(ms: number): Promise<void>;
  /** Lets `forMs` pass, with all code that waits for a moment in this time. */
  run(forMs: number): Promise<void>;
}

interface Waiting {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Once all code waits, time jumps to the next awaited moment, so a second takes only as long as the work in it. */
export function virtualTime(startMs = Date.parse("2026-11-21T12:00:00.000Z")): VirtualTime {
  let now = startMs;
  const waiting: Waiting[] = [];
  return {
    now: () => Math.floor(now),
    pause: (ms) =>
      new Promise((wake) => {
        const atMs = now + ms;
        const behind = waiting.findLastIndex((one) => one.atMs <= atMs);
        waiting.splice(behind + 1, 0, { atMs, wake });
      }),
    async run(forMs) {
      const endsAt = now + forMs;
      for (;;) {
        await afterwards();
        const first = waiting[0];
        if (first === undefined || first.atMs > endsAt) break;
        waiting.shift();
        now = first.atMs;
        first.wake();
      }
      now = endsAt;
    },
  };
}
