import type { Left } from "./port.ts";

export type StepKind = "make" | "check" | "removal";
export type StepResult = "ok" | "failed" | "skipped" | "interrupted";

/** A number that was measured, beside the cost model's if that has one. */
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

/** `cleaned` checked nothing: what an earlier run had left is gone. */
export type ReportResult = "proven" | "cleaned" | "failed" | "interrupted";

export interface Report {
  readonly version: 1;
  readonly stage: string;
  readonly ground: string;
  readonly result: ReportResult;
  readonly startedAt: string;
  readonly endedAt: string;
  /** What the plan expected it to cost, in dollars, if the ground costs anything. */
  readonly expectedDollars?: number | undefined;
  readonly steps: readonly ReportedStep[];
  readonly left: readonly Left[];
}

/** Nothing has to be done about something that ends by itself. */
export const mustGo = ({ endsAt }: Left): boolean => endsAt === undefined;

/** Names what was not checked, with the reason. */
export const leftOutOf = (steps: readonly ReportedStep[]): readonly string[] =>
  steps.filter(({ result }) => result === "skipped").map(({ name, seen }) => `${name} (${seen})`);

/** A proof holds if every step went well and nothing has to be removed by hand. */
export function resultOf(steps: readonly ReportedStep[], left: readonly Left[], isInterrupted: boolean) {
  if (isInterrupted) return "interrupted";
  const isWell = steps.every(({ result }) => result === "ok" || result === "skipped");
  return isWell && !left.some(mustGo) ? "proven" : "failed";
}
