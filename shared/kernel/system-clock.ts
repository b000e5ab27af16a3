import type { Clock } from "./clock.ts";
import { aheadMs } from "./owners-time.ts";

/** The time of the owner for whom the work runs: real time, or the test time of `inTimeAhead` (D48e). */
export const systemClock: Clock = { now: () => Date.now() + aheadMs() };

/** Real time, the same for every owner: leases, limits, caches and credentials are judged by it. */
export const realClock: Clock = { now: () => Date.now() };
