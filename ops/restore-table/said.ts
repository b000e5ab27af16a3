import { RECOVERY_DAYS, type TableDefinition } from "../../lib/tables.ts";
import type { Step, Wanted } from "./missing-steps.ts";

const WITH_DATA_KEYS: ReadonlySet<TableDefinition["name"]> = new Set(["Config", "Ephemeral"]);

/** Returns advice about running processes after a restored table brought data keys back. */
export const saidOfDataKeys = ({ name }: Pick<TableDefinition, "name">): readonly string[] =>
  WITH_DATA_KEYS.has(name)
    ? [
        "processes that run may still seal with a data key from before for up to five minutes, until they read the list " +
          "of keys again: if in doubt, deploy, so that all of them start again",
      ]
    : [];

/** Describes a step in the imperative. */
export function saidOf(step: Step, { definition: { isDurable, ttlAttribute } }: Pick<Wanted, "definition">): string {
  switch (step.kind) {
    case "deletion":
      return "wait until the deleted table is gone";
    case "table":
      return isDurable ? "restore the table with its items" : "create the table, empty";
    case "readiness":
      return "wait until it is ready: minutes to hours after a restore";
    case "stream":
      return "begin a stream of its changes";
    case "protection":
      return "protect it against deletion";
    case "recovery":
      return `keep backups of ${RECOVERY_DAYS} days`;
    case "expiry":
      return `let its items expire by ${ttlAttribute}`;
    case "tags":
      return "tag it as the other tables are";
    case "grant":
      return `let ${step.role} read the new stream`;
    case "mapping":
      return `call ${step.like.reader} with the changes of the new stream, as with those of the old one`;
    case "removal":
      return `wait until the mapping ${step.id} of the new stream is removed`;
    case "idle mapping":
      return `enable the mapping ${step.id} of the new stream by hand: it is ${step.state}`;
    case "reading":
      return "wait until the new stream is read";
    case "old mapping":
      return `remove the mapping ${step.id} of an earlier stream`;
  }
}
