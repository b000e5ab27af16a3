import { isOutage } from "../api/api-error.ts";
import { isTooMany, retryDelayMs } from "../api/retry.ts";
import type { Pace } from "./pace.ts";

/** One request is tried so often while the rate limit or an outage refuses it. */
const MOST_TRIES = 4;

export interface Patience {
  readonly pace: Pick<Pace, "take">;
  /** Waits for so many milliseconds; `cause` is the error of the try before, if there was one. */
  readonly wait: (ms: number, cause?: Error) => Promise<void>;
  /** Says whether somebody still wants the answer. */
  readonly isWanted: () => boolean;
}

/** Thrown when nobody wants the answer any more. */
export class NotWantedError extends Error {
  override readonly name = "NotWantedError";
}

/** True for a refusal by the rate limit, and for an outage. */
const isPassing = (error: unknown): error is Error => error instanceof Error && (isTooMany(error) || isOutage(error));

/** Returns an error after which another try follows, and throws every other one. */
function passing(error: unknown, tries: number): Error {
  if (!isPassing(error) || tries === MOST_TRIES) throw error;
  return error;
}

/** Sends a request at its turn, and again after the wait that a 429 names (`Retry-After`), or after an outage. */
export async function patiently<T>(ask: () => Promise<T>, { pace, wait, isWanted }: Patience): Promise<T> {
  let waitMs = pace.take();
  let cause: Error | undefined;
  for (let tries = 1; ; tries++) {
    if (waitMs > 0) await wait(waitMs, cause);
    if (!isWanted()) throw new NotWantedError("the work was ended");
    try {
      return await ask();
    } catch (error) {
      cause = passing(error, tries);
      waitMs = retryDelayMs(tries, cause);
    }
  }
}
