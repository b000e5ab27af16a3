import type { Turn } from "./counter.ts";
import type { Durations } from "./duration-buckets.ts";

export interface HourFigures extends Readonly<Record<Turn, number>> {
  readonly fromMs: number;
  readonly durations: Durations;
  /** Only the hours of all owners together have it. */
  readonly failedByCode: ReadonlyMap<string, number>;
}

export interface FailureFigures {
  readonly code: string;
  readonly accountId: string;
  readonly templateId?: string | undefined;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

export interface AbsenceFigures {
  readonly templateId: string;
  readonly dayMs: number;
  readonly count: number;
  readonly lastAtMs: number;
  /** These are the names in the latest of them. */
  readonly names: readonly string[];
}
