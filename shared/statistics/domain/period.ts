import { DAY_MS, dayOf, HOUR_MS, hourOf } from "./counter.ts";

export const PERIODS = ["24h", "7d", "30d", "90d"] as const;
export type Period = (typeof PERIODS)[number];

/** Each period has this many points, which are hours or days in UTC; the last one is the present hour or day. */
const SHAPES: Readonly<Record<Period, { readonly points: number; readonly pointMs: number }>> = {
  "24h": { points: 24, pointMs: HOUR_MS },
  "7d": { points: 7 * 24, pointMs: HOUR_MS },
  "30d": { points: 30, pointMs: DAY_MS },
  "90d": { points: 90, pointMs: DAY_MS },
};

export interface Stretch {
  readonly fromMs: number;
  /** The epoch millisecond at which the present hour or day ends, which is no longer in the period. */
  readonly toMs: number;
  readonly pointMs: number;
  /** The beginning of the previous period, which is as long; absent when its figures are no longer kept. */
  readonly previousFromMs?: number;
}

export function stretchOf(period: Period, nowMs: number): Stretch {
  const { points, pointMs } = SHAPES[period];
  const present = pointMs === HOUR_MS ? hourOf(nowMs) : dayOf(nowMs);
  const toMs = present + pointMs;
  const lengthMs = points * pointMs;
  const fromMs = toMs - lengthMs;
  return { fromMs, toMs, pointMs, ...(period !== "90d" && { previousFromMs: fromMs - lengthMs }) };
}
