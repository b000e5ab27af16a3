import type { Unit } from "./prices.ts";

export type Usage = Readonly<Partial<Record<Unit, number>>>;

export const KB = 1e-6;
export const MB = 1e-3;
/** AWS counts a month's hours; a day more or less is three in a hundred. */
export const DAYS_A_MONTH = 30;
export const SECONDS_A_MONTH = DAYS_A_MONTH * 86_400;

/** A function of so many gigabytes for so many milliseconds. */
export const gigabyteSeconds = (gigabytes: number, ms: number): number => (gigabytes * ms) / 1000;

/** All together, each so many times. */
export function added(parts: readonly (readonly [usage: Usage, times: number])[]): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  for (const [usage, times] of parts)
    for (const [unit, amount] of Object.entries(usage)) total.set(unit, (total.get(unit) ?? 0) + amount * times);
  return total;
}

/** One usage out of several. */
export const together = (...parts: readonly Usage[]): Usage => Object.fromEntries(added(parts.map((one) => [one, 1])));
