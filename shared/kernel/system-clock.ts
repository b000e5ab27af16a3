import type { Clock } from "./clock.ts";
import { aheadMs } from "./owners-time.ts";

/** The time of the owner for whom the work runs: real time, or the test time of `inTimeAhead` (D48e). */
export const systemClock: Clock = { now: () => Date.now() + aheadMs() };

/** Real time for every owner. Leases, limits, caches and credentials are judged by it. */
export const realClock: Clock = { now: () => Date.now() };
