import type { Left } from "./port.ts";

export type StepKind = "make" | "check" | "removal";
export type StepResult = "ok" | "failed" | "skipped" | "interrupted";

/** Contains a measured number, and the cost model's number if there is one. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly measured: number;
  readonly model?: number | undefined;
}

export interface ReportedStep {
  readonly kind: StepKind;
  readonly name: string;
  readonly result: StepResult;
  readonly seen: string;
  readonly startedAt: string;
  readonly ms: number;
  readonly figures: readonly Figure[];
}

/** `cleaned` means that nothing was checked and nothing of an earlier run is left. */
export type ReportResult = "proven" | "cleaned" | "failed" | "interrupted";

export interface Report {
  readonly version: 1;
  readonly stage: string;
  readonly ground: string;
  readonly result: ReportResult;
  readonly startedAt: string;
  readonly endedAt: string;
  /** The plan expected this cost in dollars; undefined if the run costs nothing. */
  readonly expectedDollars?: number | undefined;
  readonly steps: readonly ReportedStep[];
  readonly left: readonly Left[];
}

/** Says whether somebody must remove what is left, which is not needed if it ends by itself. */
export const mustGo = ({ endsAt }: Left): boolean => endsAt === undefined;

/** Names the skipped checks with their reasons. */
export const leftOutOf = (steps: readonly ReportedStep[]): readonly string[] =>
  steps.filter(({ result }) => result === "skipped").map(({ name, seen }) => `${name} (${seen})`);

/** Returns the result. The result is good if every step succeeded and nothing has to be removed by hand. */
export function resultOf(steps: readonly ReportedStep[], left: readonly Left[], isInterrupted: boolean) {
  if (isInterrupted) return "interrupted";
  const isWell = steps.every(({ result }) => result === "ok" || result === "skipped");
  return isWell && !left.some(mustGo) ? "proven" : "failed";
}
