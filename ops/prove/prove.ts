import type { Journal, JournalEntry, Owned } from "./journal.ts";
import type { Ground, Left, Making } from "./port.ts";
import { mustGo, type Report, resultOf } from "./report.ts";
import { type Outcome, StepLog, type StepTools } from "./step-log.ts";
import { type TakenDown, takeDown } from "./take-down.ts";

export interface Check {
  readonly name: string;
  /** If this check fails, the checks after it are skipped, because they would show nothing. */
  readonly isGate?: true;
  /** The check makes this, too, so it is taken down after the check. */
  readonly makes?: Making;
  readonly longestMs: number;
  readonly run: (signal: AbortSignal) => Promise<Outcome>;
}

export interface Proof {
  readonly stage: string;
  readonly ground: Ground;
  readonly checks: readonly Check[];
  readonly expectedDollars?: number | undefined;
  /** This command takes down what is left. */
  readonly cleaning: string;
}

export interface ProofTools extends StepTools {
  readonly journal: Journal;
  /** Aborts when somebody interrupts `herald prove`. The take-down still runs. */
  readonly signal: AbortSignal;
}

/** Deploying a distribution takes ten to twenty minutes. */
const LONGEST_MAKING_MS = 3_600_000;

/**
 * Makes everything, runs the checks, and takes everything down again in any case. It first takes down what an earlier
 * run left. If that is not possible, it makes nothing.
 */
export async function prove(proof: Proof, tools: ProofTools): Promise<Report> {
  const log = new StepLog(tools);
  const startedAt = new Date(tools.now()).toISOString();
  tools.journal.of(ownedBy(proof));
  const taken = takenDown(proof, tools, log);
  const before = await takeDown(taken);
  if (tools.journal.read() !== undefined) return reported(proof, { tools, log, left: before, startedAt });
  if (!(await isFree(proof, { tools, log }))) return reported(proof, { tools, log, left: [], startedAt });
  const left: Left[] = [];
  try {
    if (await made(proof, { tools, log, startedAt })) await checked(proof, { tools, log });
  } finally {
    left.push(...(await takeDown(taken)));
  }
  return reported(proof, { tools, log, left, startedAt });
}

/** Takes down what an earlier run of this stage has left. Without a journal, everything counts as begun. */
export async function clean(proof: Omit<Proof, "checks">, tools: ProofTools): Promise<Report> {
  const log = new StepLog(tools);
  const startedAt = new Date(tools.now()).toISOString();
  const { makings, beside } = proof.ground;
  const begun = [...makings, beside].map(({ name }) => name);
  const owned = ownedBy(proof);
  if (tools.journal.of(owned) === undefined) tools.journal.write({ version: 1, ...owned, startedAt, begun });
  const left = await takeDown(takenDown(proof, tools, log));
  const report = reported(proof, { tools, log, left, startedAt });
  return { ...report, result: report.result === "proven" ? "cleaned" : report.result };
}

const ownedBy = ({ stage, ground: { account, region } }: Omit<Proof, "checks">): Owned => ({ stage, account, region });

const takenDown = ({ ground, cleaning }: Omit<Proof, "checks">, { journal }: ProofTools, log: StepLog): TakenDown => ({
  ground,
  journal,
  log,
  cleaning,
});

/** Checks that nothing of the stage exists, because `herald prove` takes down only what it created. */
async function isFree({ ground }: Proof, { tools, log }: Running): Promise<boolean> {
  const { signal } = tools;
  const look = async (): Promise<Outcome> => {
    for (const making of [...ground.makings, ground.beside]) {
      const [first] = (await making.left(signal)).filter(mustGo);
      if (first) throw new Error(`${first.what} is there already, and no journal knows it: choose another stage`);
    }
    return { seen: "nothing of this stage was there before" };
  };
  return log.run({ kind: "check", name: "a stage of its own", signal, act: look });
}

interface Running {
  readonly tools: ProofTools;
  readonly log: StepLog;
}

/** Notes each part of the stage in the journal before it is made. Returns whether all parts were made. */
async function made(
  proof: Proof,
  { tools, log, startedAt }: Running & { readonly startedAt: string },
): Promise<boolean> {
  let entry: JournalEntry = { version: 1, ...ownedBy(proof), startedAt, begun: [] };
  for (const making of proof.ground.makings) {
    if (tools.signal.aborted) return false;
    entry = { ...entry, begun: [...entry.begun, making.name] };
    const noted = entry;
    const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(LONGEST_MAKING_MS)]);
    const act = async () => {
      tools.journal.write(noted);
      const seen = await making.make(signal);
      tools.journal.requireWhole();
      return { seen };
    };
    if (!(await log.run({ kind: "make", name: making.name, signal: tools.signal, act }))) return false;
  }
  return true;
}

async function checked({ checks }: Proof, { tools, log }: Running): Promise<void> {
  for (const check of checks) {
    if (tools.signal.aborted) return;
    const act = async () => {
      if (check.makes) begin(tools.journal, check.makes.name);
      return bounded(check, tools.signal);
    };
    const isWell = await log.run({ kind: "check", name: check.name, signal: tools.signal, act });
    if (!isWell && check.isGate) return;
  }
}

function begin(journal: Journal, name: string): void {
  journal.requireWhole();
  const { entry } = journal.known();
  if (entry !== undefined) journal.write({ ...entry, begun: [...entry.begun, name] });
}

/**
 * Runs a check for a limited time. A check that does not stop in time is abandoned, because its requests to a
 * deployment that is gone change nothing.
 */
async function bounded({ run, longestMs, makes }: Check, interrupt: AbortSignal): Promise<Outcome> {
  const late = AbortSignal.timeout(longestMs);
  const signal = AbortSignal.any([interrupt, late]);
  // A check that makes something is awaited, so that the take-down finds everything.
  if (makes) return run(signal);
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void =>
    reject(new Error(interrupt.aborted ? "interrupted" : `no end within ${longestMs / 60_000} minutes`));
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([run(signal), stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

interface Ended extends Running {
  readonly left: readonly Left[];
  readonly startedAt: string;
}

function reported(
  { stage, ground, expectedDollars }: Omit<Proof, "checks">,
  { tools, log, left, startedAt }: Ended,
): Report {
  return {
    version: 1,
    stage,
    ground: ground.name,
    result: resultOf(log.steps, left, tools.signal.aborted),
    startedAt,
    endedAt: new Date(tools.now()).toISOString(),
    expectedDollars,
    steps: log.steps,
    left,
  };
}
