import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { type Fault, MODES, type Mode } from "./fault-plan.ts";
import type { FaultWorld } from "./fault-world.ts";
import type { FaultyProcess } from "./faulty-process.ts";

/** A sweep makes many of these, since it asks shard after shard. */
export const LOOK = "QueryCommand";

/** It is the end state of a path, once the world has come to rest. */
export interface Ending {
  /** A notification that was never stored is undefined. */
  readonly notification: Notification | undefined;
  /** The provider took this many mails. */
  readonly mails: number;
  /** It is true when the caller got 202. */
  readonly isAccepted: boolean;
}

/** It is one run of a path, prepared up to the point where the process under test comes in. */
export interface Course {
  readonly id: () => string | undefined;
  readonly to: string;
  /** The process does its part, and answers whether a caller got 202, if there is one. */
  run(process: FaultyProcess): Promise<boolean>;
  /** A client or an operator tries again once the process is gone. */
  afterwards?(): Promise<void>;
}

export interface FaultPath {
  readonly name: string;
  /**
   * A run without a fault has these effects, in this order except those side by side. An effect that is added to the path fails the test here:
   * consider what its loss would mean, then add it.
   */
  readonly effects: readonly string[];
  /** The provider answers "later", so nothing has been accepted that could be repeated. */
  readonly isDeferred?: boolean;
  /** Much of it happens side by side, so the order of its effects differs from run to run. */
  readonly isInAnyOrder?: boolean;
  prepare(world: FaultWorld, n: number): Promise<Course>;
  /** It must end like this, with a fault and without, except for repeats. */
  readonly ends: { readonly status: "sent" | "failed"; readonly mails: number };
}

/**
 * It answers one fault of a mode for each effect. If the order of the effects is open, they are struck by name, so that each is surely struck. A
 * sweep's many looks, which are alike, share the modes, since each run costs as many looks again.
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

/** A mail is repeated only if the fault lies between the provider's acceptance and our record of it (D23). */
export function isBetweenMailAndRecord({ effects, isDeferred = false }: FaultPath, fault: Fault): boolean {
  const mail = effects.indexOf("Mail") + 1;
  if (mail === 0 || isDeferred) return false;
  return isCarriedOut(fault) ? fault.at === mail : fault.at === mail + 1;
}
