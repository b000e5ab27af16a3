import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { type Fault, MODES, type Mode } from "./fault-plan.ts";
import type { FaultWorld } from "./fault-world.ts";
import type { FaultyProcess } from "./faulty-process.ts";

/** A sweep makes many of these calls, because it asks shard after shard. */
export const LOOK = "QueryCommand";

/** Describes the end state of a path, once the world is at rest. */
export interface Ending {
  /** The notification is undefined if it was never stored. */
  readonly notification: Notification | undefined;
  /** The provider accepted this many mails. */
  readonly mails: number;
  /** Says whether the caller got 202. */
  readonly isAccepted: boolean;
}

/** Represents one run of a path, prepared up to the part of the process under test. */
export interface Course {
  readonly id: () => string | undefined;
  readonly to: string;
  /** Runs the part of the process, and returns whether a caller got 202. Without a caller it returns false. */
  run(process: FaultyProcess): Promise<boolean>;
  /** A client or an operator repeats the action once the process is gone. */
  afterwards?(): Promise<void>;
}

export interface FaultPath {
  readonly name: string;
  /**
   * A run without a fault has these effects, in this order except for concurrent ones. An effect that is added to the
   * path fails the test here: consider the consequences of its loss, and then add it.
   */
  readonly effects: readonly string[];
  /** If true, the provider answers "later", so nothing has been accepted that could be repeated. */
  readonly isDeferred?: boolean;
  /** If true, many effects are concurrent, so their order differs from run to run. */
  readonly isInAnyOrder?: boolean;
  prepare(world: FaultWorld, n: number): Promise<Course>;
  /** The path must end like this, with a fault and without, except for repeated mails. */
  readonly ends: { readonly status: "sent" | "failed"; readonly mails: number };
}

/**
 * Returns one fault of a mode for each effect. If the order of the effects is open, the faults name their effects, so
 * that each effect is struck. The many equal look-ups of a sweep share the modes, because each run makes all of them
 * again.
 */
export function faultsOf({ effects, isInAnyOrder = false }: FaultPath, mode: Mode): Fault[] {
  if (!isInAnyOrder) return effects.map((_, i) => ({ at: i + 1, mode }));
  return effects.flatMap((of, i) => {
    const at = effects.slice(0, i + 1).filter((name) => name === of).length;
    const isOurs = of !== LOOK || at % MODES.length === MODES.indexOf(mode);
    return isOurs ? [{ at, of, mode }] : [];
  });
}

const isCarriedOut = ({ mode }: Fault): boolean => mode !== "refused" && mode !== "dies before";

/**
 * Says whether a fault may repeat a mail, which it may only between the provider's acceptance and our record of it
 * (D23).
 */
export function isBetweenMailAndRecord({ effects, isDeferred = false }: FaultPath, fault: Fault): boolean {
  const mail = effects.indexOf("Mail") + 1;
  if (mail === 0 || isDeferred) return false;
  return isCarriedOut(fault) ? fault.at === mail : fault.at === mail + 1;
}
