import type { DeployedStage, Worker } from "./deployed-stage.ts";
import type { Usage } from "./units.ts";

/** Returns the worker of a queue's function, or throws. */
export function worker(stage: DeployedStage, name: string): Worker {
  const found = stage.workers.get(name);
  if (found === undefined) throw new Error(`no queue of the template calls ${name}`);
  return found;
}

/** Returns the memory of a function, or throws. */
export function gigabytes(stage: DeployedStage, name: string): number {
  const found = stage.gigabytes.get(name);
  if (found === undefined) throw new Error(`no function of the template is called ${name}`);
  return found;
}

/** Returns the usage of stored bytes in the table and, if it has one, in its backup. A backup contains no index. */
export const stored = (stage: DeployedStage, table: string, bytes: { own: number; index: number }): Usage => ({
  tableGigabyteMonths: bytes.own + bytes.index,
  ...(stage.backedUpTables.has(`${table}Table`) && { tableBackupGigabyteMonths: bytes.own }),
});
