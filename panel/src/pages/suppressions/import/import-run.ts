import { type Known, type LongRun, LongRuns } from "../../../long-work/long-runs.ts";
import type { ImportLine } from "./import-lines.ts";

export interface ImportItem extends ImportLine {
  readonly key: string;
}

/** A line that made no suppression, and why. */
export interface NotMade {
  readonly line: number;
  readonly recipient: string;
  readonly reason: string;
}

/** Makes the suppressions of a file, one after the other. */
export interface ImportRun extends LongRun<ImportItem> {
  readonly refused: readonly NotMade[];
  /** These recipients were suppressed already, for the same reason and topic. */
  readonly stood: readonly NotMade[];
}

/** The answer of the service to one line. */
export interface Made {
  readonly isNew: boolean;
}

export const STOOD = "was suppressed already";

function noted({ refused, stood }: ImportRun, { line, recipient }: ImportItem, outcome: Known<Made>) {
  if (outcome.kind === "refused") return { refused: [...refused, { line, recipient, reason: outcome.reason }] };
  return outcome.answer.isNew ? {} : { stood: [...stood, { line, recipient, reason: STOOD }] };
}

export type Imports = LongRuns<ImportItem, ImportRun, Made>;

/** A reload forgets the run: the file can be imported again, because what it made is then counted as there. */
export const openImports = (): Imports => new LongRuns({ noted });

export const anImport = (lines: readonly ImportLine[], newKey: () => string): ImportRun => ({
  items: lines.map((line) => ({ ...line, key: newKey() })),
  done: 0,
  refused: [],
  stood: [],
  state: "running",
});

/** Returns how many suppressions the run has made. */
export const madeBy = ({ done, refused, stood }: ImportRun): number => done - refused.length - stood.length;
