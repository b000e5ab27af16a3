import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { type Fault, MODES, type Mode } from "./fault-plan.ts";
import type { FaultWorld } from "./fault-world.ts";
import type { FaultyProcess } from "./faulty-process.ts";

/** One of many alike: the sweep asks shard after shard. */
export const LOOK = "QueryCommand";

/** The end state of a path, once the world has come to rest. */
export interface Ending {
  /** Undefined when it was never stored. */
  readonly notification: Notification | undefined;
  /** Taken by the provider. */
  readonly mails: number;
  /** The caller got 202. */
  readonly isAccepted: boolean;
}

/** One run of a path, prepared up to the point where the process under test comes in. */
export interface Course {
  readonly id: () => string | undefined;
  readonly to: string;
  /** The process's part; answers whether a caller got 202, where there is one. */
  run(process: FaultyProcess): Promise<boolean>;
  /** The part of somebody outside once the process is gone: a client or an operator who tries again. */
  afterwards?(): Promise<void>;
}

export interface FaultPath {
  readonly name: string;
  /**
   * The effects of a run without a fault, in their order but for those side by side. An effect that is added to the path fails the
   * test here: look at what its loss would mean, then add it.
   */
  readonly effects: readonly string[];
  /** The provider says "later" in it: nothing has been accepted that could be repeated. */
  readonly isDeferred?: boolean;
  /** Much of it happens side by side, so that the order of its effects differs from run to run. */
  readonly isInAnyOrder?: boolean;
  prepare(world: FaultWorld, n: number): Promise<Course>;
  /** How it must end, with a fault and without; repeats aside. */
  readonly ends: { readonly status: "sent" | "failed"; readonly mails: number };
}

/**
 * The faults of one mode: one for each effect. Where the order of the effects is left open they are struck by name, so that each is
 * surely struck; the many looks of a sweep, which are alike, share out the modes, since each run costs as many looks again.
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

/** D23: the one gap in which a mail is repeated, between the provider's acceptance and our record of it. */
export function isBetweenMailAndRecord({ effects, isDeferred = false }: FaultPath, fault: Fault): boolean {
  const mail = effects.indexOf("Mail") + 1;
  if (mail === 0 || isDeferred) return false;
  return isCarriedOut(fault) ? fault.at === mail : fault.at === mail + 1;
}
