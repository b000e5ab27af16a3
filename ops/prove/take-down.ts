import { reasonOf } from "../../lib/reason.ts";
import type { Journal, JournalEntry } from "./journal.ts";
import type { Ground, Left, Making } from "./port.ts";
import { mustGo } from "./report.ts";
import type { StepLog } from "./step-log.ts";

/** A distribution and its functions take most of this time to delete. */
const LONGEST_MS = 2 * 3_600_000;
const LOOK_MS = 120_000;

export interface TakenDown {
  readonly ground: Ground;
  readonly journal: Journal;
  readonly log: StepLog;
  /** This command takes down what is left. */
  readonly cleaning: string;
}

/**
 * Removes everything that has begun by the journal or by this process's memory, last first, and lists what is left. It
 * continues after a failure, and the journal stays for as long as something is left.
 */
export async function takeDown(taken: TakenDown): Promise<readonly Left[]> {
  const { entry, isWhole } = taken.journal.known();
  if (entry === undefined) return [];
  if (!isWhole) await lost(taken);
  const makings = begunIn(entry, taken.ground);
  for (const making of makings) await removed(making, taken);
  const found: { readonly making: Making; readonly left: readonly Left[] }[] = [];
  for (const making of makings) found.push({ making, left: await leftOf(making, taken) });
  const remaining = found.filter(({ left }) => left.some(mustGo)).map(({ making }) => making.name);
  if (remaining.length === 0) taken.journal.end();
  else
    taken.journal.write({ ...entry, ...notesOf(taken), begun: entry.begun.filter((name) => remaining.includes(name)) });
  return found.flatMap(({ left }) => left);
}

const notesOf = ({ journal }: TakenDown) => {
  const notes = journal.known().entry?.notes;
  return notes && { notes };
};

/**
 * Returns the `Making`s that have begun. A `Making` that this version no longer knows cannot be removed, so its name is
 * reported.
 */
function begunIn({ begun }: JournalEntry, { makings, beside }: Ground): readonly Making[] {
  const known = [...makings, beside];
  return begun.toReversed().map((name) => known.find((one) => one.name === name) ?? unknown(name));
}

function unknown(name: string): Making {
  const fail = async (): Promise<never> => {
    throw new Error(`the journal names ${JSON.stringify(name)}, which this version does not make`);
  };
  return { name, plan: name, make: fail, remove: fail, left: fail };
}

/**
 * Reports that the journal was lost. The memory of this process replaces it, but after a kill everything would have
 * been left behind.
 */
async function lost({ journal, log }: TakenDown): Promise<void> {
  const act = async () => {
    journal.requireWhole();
    return { seen: "" };
  };
  await log.run({ kind: "check", name: "the journal", signal: new AbortController().signal, act });
}

async function removed(making: Making, { journal, log }: TakenDown): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  const act = async () => ({ seen: await making.remove(signal, journal) });
  // The signal is a new one, because an interrupt of `herald prove` must not reach the take-down.
  await log.run({ kind: "removal", name: making.name, signal: new AbortController().signal, act });
}

async function leftOf(making: Making, { journal, cleaning: command }: TakenDown): Promise<readonly Left[]> {
  try {
    return await making.left(AbortSignal.timeout(LOOK_MS), journal);
  } catch (error) {
    return [{ what: `${making.name}: what is left of it is not known: ${reasonOf(error)}`, command }];
  }
}
