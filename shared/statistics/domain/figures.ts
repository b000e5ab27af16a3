import type { AccountFigures } from "./account-counts.ts";
import type { Turn } from "./counter.ts";
import type { Durations } from "./duration-buckets.ts";

export interface HourFigures extends Readonly<Record<Turn, number>> {
  readonly fromMs: number;
  readonly durations: Durations;
  /** The failures by code, counted only for all owners together. */
  readonly failedByCode: ReadonlyMap<string, number>;
  /** The mails of sending accounts by `accountKey`, counted only for single owners. */
  readonly byAccount: ReadonlyMap<string, AccountFigures>;
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
  /** The variables that the latest of these mails lacked. */
  readonly names: readonly string[];
}
