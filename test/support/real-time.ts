import type { InOwnersTime } from "../../shared/edge/ports.ts";

/** Every owner's time is real time. */
export const inRealTime: InOwnersTime = (_owner, work) => work();
