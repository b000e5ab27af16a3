import type { Owner } from "../owner.ts";
import { type PermitQueue, permitQueue } from "../permit-queue.ts";

/** Thrown when the owner's other ones have not ended in time: nothing was begun, and nothing is known of what it would have asked. */
export class TurnPostponedError extends Error {
  override readonly name = "TurnPostponedError";
  readonly retryInSeconds: number;

  constructor(retryInSeconds: number) {
    super("other servers of this owner have not answered yet");
    this.retryInSeconds = retryInSeconds;
  }
}

export interface OwnerTurns {
  /** Throws TurnPostponedError without having begun; otherwise does as the work does. */
  run<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result>;
}

export interface OwnerTurnsOptions {
  /** Of one owner side by side in this process. */
  readonly atOnce?: number;
  /** For the turn; one that is answered takes milliseconds. */
  readonly maxWaitMs?: number;
}

interface Line {
  running: number;
  postponed: number;
  readonly waiting: PermitQueue;
}

const AT_ONCE = 4;
const MAX_WAIT_MS = 1_000;
/** About as long as one that nobody answers. */
const RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 60;

/**
 * Keeps few what one owner asks of servers that may never answer: look-ups of names, connections that are being opened. What nobody answers
 * then uses up neither the sockets of a worker nor its turns.
 */
export function ownerTurns({ atOnce = AT_ONCE, maxWaitMs = MAX_WAIT_MS }: OwnerTurnsOptions = {}): OwnerTurns {
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
    throw new TurnPostponedError(Math.min(MAX_RETRY_SECONDS, RETRY_SECONDS + line.postponed));
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
