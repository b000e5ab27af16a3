/** Contains a table of figures from one run. */
export interface BenchResult {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, number | string>>[];
  /** The notes describe the measurement and its method, and what could not be measured. */
  readonly notes: readonly string[];
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Rounds to two digits. More would be noise on a shared machine. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
