import { keyOf, type Step } from "./missing-steps.ts";
import { NOT_YET_MS } from "./port.ts";

interface Try {
  readonly kind: Step["kind"];
  /** The step was first tried at this time; once it was taken, this is the time at which it was taken. */
  sinceMs: number;
  isTaken: boolean;
  wasTaken: boolean;
}

export interface Tries {
  /** Returns for how many milliseconds a step has been tried, or undefined while its effect is awaited. */
  triedForMs(step: Step): number | undefined;
  /** Notes that the step was taken, so that its effect is awaited from now on. */
  take(step: Step): void;
  /** Returns the steps that were taken at least once. */
  readonly taken: readonly Step["kind"][];
}

/**
 * Remembers the steps of a run. A step that was taken and is missing minutes later must be repeated, because somebody
 * has undone it, or because it changed something that was being removed.
 */
export function triesOf(now: () => number): Tries {
  const all = new Map<string, Try>();
  const tryOf = (step: Step): Try => {
    const found = all.get(keyOf(step)) ?? { kind: step.kind, sinceMs: now(), isTaken: false, wasTaken: false };
    all.set(keyOf(step), found);
    return found;
  };
  return {
    triedForMs(step) {
      const found = tryOf(step);
      const isOver = found.isTaken && now() - found.sinceMs > NOT_YET_MS;
      if (isOver) Object.assign(found, { sinceMs: now(), isTaken: false });
      return found.isTaken ? undefined : now() - found.sinceMs;
    },
    take: (step) => void Object.assign(tryOf(step), { sinceMs: now(), isTaken: true, wasTaken: true }),
    get taken() {
      return [...all.values()].flatMap(({ kind, wasTaken }) => (wasTaken ? [kind] : []));
    },
  };
}
