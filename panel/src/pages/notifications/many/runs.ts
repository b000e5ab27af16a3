import { LongRuns, STATES } from "../../../long-work/long-runs.ts";
import { KINDS, type Run, type RunItem } from "./run.ts";

/** Keeps the run of this browser tab, so that it survives a reload. */
export interface RunStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T => all.some((one) => one === value);

const isRun = (value: unknown): value is Run =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  isOneOf(KINDS, value.kind) &&
  "state" in value &&
  isOneOf(STATES, value.state) &&
  "items" in value &&
  Array.isArray(value.items) &&
  "done" in value &&
  typeof value.done === "number" &&
  "beganAt" in value &&
  typeof value.beganAt === "string" &&
  "refused" in value &&
  Array.isArray(value.refused);

function runIn(text: string | null): Run | undefined {
  if (text === null) return undefined;
  try {
    const run: unknown = JSON.parse(text);
    return isRun(run) ? run : undefined;
  } catch {
    return undefined;
  }
}

export type Runs = LongRuns<RunItem, Run, unknown>;

/** Opens the run of a person in this tab. */
export function openRuns(storage: RunStorage, owner: string): Runs {
  const place = `herald.run.${owner}`;
  return new LongRuns({
    kept: runIn(storage.getItem(place)),
    keep: (run) => (run === undefined ? storage.removeItem(place) : storage.setItem(place, JSON.stringify(run))),
    noted: ({ refused }, { id }, outcome) =>
      outcome.kind === "refused" ? { refused: [...refused, { id, reason: outcome.reason }] } : {},
  });
}
