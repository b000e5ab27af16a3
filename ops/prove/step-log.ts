import { reasonOf } from "../../lib/reason.ts";
import type { Figure, ReportedStep, StepKind, StepResult } from "./report.ts";

export interface Outcome {
  readonly result?: Extract<StepResult, "skipped" | "failed">;
  readonly seen: string;
  readonly figures?: readonly Figure[];
}

export interface StepTools {
  readonly say: (line: string) => void;
  /** Returns epoch milliseconds. */
  readonly now: () => number;
}

export interface StepToRun {
  readonly kind: StepKind;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly act: () => Promise<Outcome>;
}

const MARKS = { ok: "ok     ", skipped: "skipped", failed: "FAILED ", interrupted: "stopped" } as const;

/** Runs steps one after the other and notes the result of each. */
export class StepLog {
  readonly steps: ReportedStep[] = [];
  readonly #tools: StepTools;

  constructor(tools: StepTools) {
    this.#tools = tools;
  }

  /** Runs a step and returns whether it succeeded. A failure is noted and not thrown. */
  async run({ kind, name, signal, act }: StepToRun): Promise<boolean> {
    const { say, now } = this.#tools;
    const startedMs = now();
    say(`...      ${name}`);
    const { result = "ok", seen, figures = [] } = await settled(act, signal);
    const ms = now() - startedMs;
    this.steps.push({ kind, name, result, seen, startedAt: new Date(startedMs).toISOString(), ms, figures });
    say(`${MARKS[result]}  ${name}: ${seen} (${(ms / 1000).toFixed(1)} s)`);
    return result === "ok" || result === "skipped";
  }
}

interface Settled extends Omit<Outcome, "result"> {
  readonly result?: StepResult;
}

async function settled(act: () => Promise<Outcome>, signal: AbortSignal): Promise<Settled> {
  try {
    return await act();
  } catch (error) {
    return signal.aborted
      ? { result: "interrupted", seen: "interrupted" }
      : { result: "failed", seen: reasonOf(error) };
  }
}
