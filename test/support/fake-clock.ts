import type { Clock } from "../../shared/kernel/clock.ts";

export interface FakeClock extends Clock {
  advance(milliseconds: number): void;
}

/** Returns a clock that stands still until a test moves it, and that counts whole milliseconds like the system's clock. */
export function fakeClock(start: number | string = "2026-11-21T12:00:00.000Z"): FakeClock {
  let now = typeof start === "number" ? start : Date.parse(start);
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
