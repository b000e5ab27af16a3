import { RECOVERY_DAYS } from "../../lib/tables.ts";
import type { Step, Wanted } from "./missing-steps.ts";

/** Says in an imperative what a step does. */
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
