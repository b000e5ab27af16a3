import { tables as allTables, type TableDefinition } from "../../lib/tables.ts";
import { chosenBackup } from "./backups.ts";
import { look, wantedOf } from "./look.ts";
import { type Found, lacksReader, missingSteps, type Step, type Wanted } from "./missing-steps.ts";
import { NOT_YET_MS, NotYetError, type RestoreTableServices, type StreamMapping, type TableBackup } from "./port.ts";
import { stillReading } from "./read-out.ts";
import { saidOf } from "./said.ts";
import { beganAt } from "./streams.ts";
import { takeStep, type Work } from "./take-step.ts";
import { triesOf } from "./tries.ts";
import { type Patience, waiting } from "./waiting.ts";

export interface LostTable {
  readonly definition: TableDefinition;
  /** The ARN of a backup other than the newest of a deletion. */
  readonly backup?: string | undefined;
  /** The table is known to have existed at this time. */
  readonly existedAt?: Date | undefined;
}

/** Shows an operator the state before anything is changed. */
export interface Survey {
  /** The table's real name. */
  readonly name: string;
  readonly wanted: Wanted;
  readonly missing: readonly Step[];
  /** `deleting` is present while the table is being deleted, when no backup can be chosen. */
  readonly deleting?: { readonly madeAt: Date | undefined } | undefined;
  /** The restore will use this backup. */
  readonly backup?: TableBackup | undefined;
  readonly lacksReader: boolean;
  /** These mappings, named by their ids, still read an earlier stream. */
  readonly stillReading: readonly string[];
  /** These mappings of the table's streams call other functions, or functions that are gone. */
  readonly others: readonly StreamMapping[];
}

/** Compares the existing table with the wanted one. It changes nothing. */
export async function surveyTable(
  services: RestoreTableServices,
  { definition, backup: given, existedAt }: LostTable,
): Promise<Survey> {
  const name = services.tableName(definition.name);
  if (given !== undefined && !definition.isDurable)
    throw new Error(`${name} has no backups: it becomes an empty table`);
  const wanted = await wantedOf(services, definition, allTables);
  const found = await look(services, name, definition);
  const { table } = found;
  const deleting = table?.status === "DELETING" ? { madeAt: table.madeAt } : undefined;
  if (given !== undefined && table !== undefined && deleting === undefined)
    throw new Error(`${name} is still there: a backup is restored only if it is not`);
  const choice = {
    name,
    given,
    existedAt: latest([existedAt, ...[...found.mappings, ...found.others].map(({ stream }) => beganAt(stream))]),
  };
  const backup = table === undefined && definition.isDurable ? await chosenBackup(services.tables, choice) : undefined;
  const known = { ...found, deletedAt: backup?.isSystem ? backup.at : found.deletedAt };
  const missing = missingSteps(wanted, known);
  const left = { lacksReader: lacksReader(wanted, known), stillReading: idsOf(stillReading(known)) };
  return { name, wanted, missing, deleting, backup, ...left, others: found.others };
}

const idsOf = (mappings: readonly StreamMapping[]): readonly string[] => mappings.map(({ id }) => id);

const latest = (times: readonly (Date | undefined)[]): Date =>
  new Date(Math.max(0, ...times.map((time) => time?.getTime() ?? 0)));

export interface CompletedTable {
  readonly name: string;
  /** The table was restored from this backup, perhaps by an earlier run. */
  readonly backup?: Pick<TableBackup, "arn" | "at"> | undefined;
  readonly stream?: string | undefined;
  readonly lacksReader: boolean;
  /** These mappings of the present stream, named by their ids, are disabled, because the earlier ones were. */
  readonly stopped: readonly string[];
  /** These mappings, named by their ids, still read an earlier stream, and stay until they have read all of it. */
  readonly stillReading: readonly string[];
  /** Lists the steps of this run, without those that only wait. */
  readonly did: readonly Step["kind"][];
}

const WAITS: ReadonlySet<Step["kind"]> = new Set(["deletion", "readiness", "removal", "reading"]);

/**
 * Takes the first missing step, waits until it is no longer missing, and looks again, until nothing is missing. In this
 * way a run continues where an earlier one was interrupted.
 */
export async function restoreTable(
  services: RestoreTableServices,
  { name, wanted, backup }: Pick<Survey, "name" | "wanted" | "backup">,
  patience: Patience,
): Promise<CompletedTable> {
  const work = { name, wanted, backup: backup?.arn };
  const wait = waiting(services.pace, patience);
  const tries = triesOf(services.pace.now);
  for (;;) {
    const found = await look(services, name, wanted.definition);
    const [step] = missingSteps(wanted, found);
    if (step === undefined) return completed({ name, wanted }, found, tries.taken);
    wait.for(saidOf(step, wanted));
    const forMs = tries.triedForMs(step);
    if (forMs !== undefined && (await isTaken(services, { step, work, found, forMs }))) tries.take(step);
    await wait.pause();
  }
}

const completed = (
  { name, wanted }: Pick<Survey, "name" | "wanted">,
  found: Found,
  did: readonly Step["kind"][],
): CompletedTable => ({
  name,
  backup: found.table?.restoredFrom,
  stream: found.table?.stream,
  lacksReader: lacksReader(wanted, found),
  stopped: idsOf(found.mappings.filter((one) => one.isStopped && one.stream === found.table?.stream)),
  stillReading: idsOf(stillReading(found)),
  did: did.filter((kind) => !WAITS.has(kind)),
});

interface Taking {
  readonly step: Step;
  readonly work: Work;
  readonly found: Found;
  /** The step has been tried for this many milliseconds. */
  readonly forMs: number;
}

/** Takes a step, and returns false if the step must be repeated because an earlier change has not taken effect yet. */
async function isTaken(services: RestoreTableServices, { step, work, found, forMs }: Taking): Promise<boolean> {
  try {
    await takeStep(services, step, work, found);
    return true;
  } catch (error) {
    if (!(error instanceof NotYetError) || forMs > NOT_YET_MS) throw error;
    return false;
  }
}
