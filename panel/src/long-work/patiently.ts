import { isOutage } from "../api/api-error.ts";
import { isTooMany, retryDelayMs } from "../api/retry.ts";
import type { Pace } from "./pace.ts";

/** One request is tried so often while the rate limit or an outage refuses it. */
const MOST_TRIES = 4;

export interface Patience {
  readonly pace: Pick<Pace, "take">;
  readonly wait: (ms: number) => Promise<void>;
  /** Says whether somebody still wants the answer. */
  readonly isWanted: () => boolean;
}

/** Thrown when nobody wants the answer any more. */
export class NotWantedError extends Error {
  override readonly name = "NotWantedError";
}

/** True for a refusal by the rate limit, and for an outage. */
const isPassing = (error: unknown): error is Error => error instanceof Error && (isTooMany(error) || isOutage(error));

/** Returns the wait before the next try, in milliseconds. Throws the error when no other try follows. */
function pauseAfter(error: unknown, tries: number): number {
  if (!isPassing(error) || tries === MOST_TRIES) throw error;
  return retryDelayMs(tries, error);
}

/** Sends a request at its turn, and again after the wait that a 429 names (`Retry-After`), or after an outage. */
export async function patiently<T>(ask: () => Promise<T>, { pace, wait, isWanted }: Patience): Promise<T> {
  let waitMs = pace.take();
  for (let tries = 1; ; tries++) {
    if (waitMs > 0) await wait(waitMs);
    if (!isWanted()) throw new NotWantedError("the work was ended");
    try {
      return await ask();
    } catch (error) {
      waitMs = pauseAfter(error, tries);
    }
  }
}
