import type { Owner } from "../owner.ts";
import { type PermitQueue, permitQueue } from "../permit-queue.ts";

/** Thrown when other work of the owner has not ended in time. The postponed work was not begun. */
export class TurnPostponedError extends Error {
  override readonly name = "TurnPostponedError";
  readonly retryInSeconds: number;

  constructor(retryInSeconds: number) {
    super("other servers of this owner have not answered yet");
    this.retryInSeconds = retryInSeconds;
  }
}

export interface OwnerTurns {
  /** Runs the work and returns its result, or throws TurnPostponedError without having begun it. */
  run<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result>;
}

export interface OwnerTurnsOptions {
  /** The most jobs of one owner that run at the same time in this process. */
  readonly atOnce?: number;
  /** The milliseconds that work waits at most for its turn. A look-up takes only milliseconds if the server answers. */
  readonly maxWaitMs?: number;
}

interface Line {
  running: number;
  postponed: number;
  readonly waiting: PermitQueue;
}

const AT_ONCE = 4;
const MAX_WAIT_MS = 1_000;
/** Postponed work is tried again after this time, which is about as long as a look-up without an answer takes. */
const RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 60;

/**
 * Limits how much one owner asks at the same time of servers that may never answer, such as name look-ups and
 * connections that are being opened. Otherwise they would use up a worker's sockets and time.
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
    // Each postponed work returns a second after the previous one, so that they do not all return together.
    line.postponed += 1;
    throw new TurnPostponedError(Math.min(MAX_RETRY_SECONDS, RETRY_SECONDS + line.postponed));
  }

  function leave(owner: Owner, line: Line): void {
    // The next work in the queue takes over the place of the ended work.
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
