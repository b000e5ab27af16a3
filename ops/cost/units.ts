import type { Unit } from "./prices.ts";

export type Usage = Readonly<Partial<Record<Unit, number>>>;

export const KB = 1e-6;
export const MB = 1e-3;
/** AWS bills a month by its hours; one day more or less changes three percent. */
export const DAYS_A_MONTH = 30;
export const SECONDS_A_MONTH = DAYS_A_MONTH * 86_400;

/** Returns the usage of a function with this memory and duration. */
export const gigabyteSeconds = (gigabytes: number, ms: number): number => (gigabytes * ms) / 1000;

/** Adds usages up, each multiplied by a number of times. */
export function added(parts: readonly (readonly [usage: Usage, times: number])[]): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  for (const [usage, times] of parts)
    for (const [unit, amount] of Object.entries(usage)) total.set(unit, (total.get(unit) ?? 0) + amount * times);
  return total;
}

/** Adds several usages up to one. */
export const together = (...parts: readonly Usage[]): Usage => Object.fromEntries(added(parts.map((one) => [one, 1])));
