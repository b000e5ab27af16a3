/** One table of figures from one run. */
export interface BenchResult {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, number | string>>[];
  /** The measurements, how each was made, and the ones that could not be made. */
  readonly notes: readonly string[];
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Two digits after the point are more than a shared machine can tell. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
