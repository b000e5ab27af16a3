import type { Owner } from "../owner.ts";
import { type PermitQueue, permitQueue } from "../permit-queue.ts";

/** Thrown when the owner's other look-ups have not ended in time: the name was not asked for, and nothing is known of it. */
export class LookupPostponedError extends Error {
  override readonly name = "LookupPostponedError";
  readonly retryInSeconds: number;

  constructor(retryInSeconds: number) {
    super("other host names of this owner are still being looked up");
    this.retryInSeconds = retryInSeconds;
  }
}

export interface OwnerLookups {
  /** Throws LookupPostponedError without having begun; otherwise does as the work does. */
  run<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result>;
}

export interface OwnerLookupsOptions {
  /** Look-ups of one owner side by side in this process. */
  readonly atOnce?: number;
  /** For the turn; a look-up that is answered takes milliseconds. */
  readonly maxWaitMs?: number;
}

interface Line {
  running: number;
  postponed: number;
  readonly waiting: PermitQueue;
}

const AT_ONCE = 4;
const MAX_WAIT_MS = 1_000;
/** About as long as a look-up that nobody answers. */
const RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 60;

/** Keeps the look-ups of one owner few, so that names which no server answers use up neither sockets nor the name server's patience. */
export function ownerLookups({ atOnce = AT_ONCE, maxWaitMs = MAX_WAIT_MS }: OwnerLookupsOptions = {}): OwnerLookups {
  const lines = new Map<Owner, Line>();

  function lineOf(owner: Owner): Line {
    const line = lines.get(owner) ?? { running: 0, postponed: 0, waiting: permitQueue() };
    lines.set(owner, line);
    return line;
  }

  async function enter(line: Line): Promise<void> {
    if (line.running < atOnce) {
      line.running += 1;
      return;
    }
    if (await line.waiting.wait(maxWaitMs)) return;
    // Each comes back a second after the one before it: those that were postponed together do not return together.
    line.postponed += 1;
    throw new LookupPostponedError(Math.min(MAX_RETRY_SECONDS, RETRY_SECONDS + line.postponed));
  }

  function leave(owner: Owner, line: Line): void {
    // The one that waits takes the place over.
    if (line.waiting.grantNext()) return;
    line.running -= 1;
    if (line.running === 0) lines.delete(owner);
  }

  return {
    async run(owner, work) {
      const line = lineOf(owner);
      await enter(line);
      try {
        return await work();
      } finally {
        leave(owner, line);
      }
    },
  };
}
