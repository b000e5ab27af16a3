import type { Pace } from "./port.ts";

export interface Patience {
  readonly longestMs: number;
  /** Receives lines for a person who waits. */
  readonly say: (line: string) => void;
}

export interface Waiting {
  /** Reports the present work once, and returns for how many milliseconds it has been going on. */
  for(what: string): number;
  /** Pauses longer each time. Throws when the longest time is over. */
  pause(): Promise<void>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const SAY_AGAIN_MS = 300_000;

/** Paces a run of several steps that together may take `longestMs`. */
export function waiting({ now, pause }: Pace, { longestMs, say }: Patience): Waiting {
  const endsAt = now() + longestMs;
  let [what, sinceMs, saidMs, pauseMs] = ["", 0, 0, FIRST_PAUSE_MS];
  return {
    for(next) {
      if (next !== what) {
        [what, sinceMs, saidMs, pauseMs] = [next, now(), now(), FIRST_PAUSE_MS];
        say(what);
      }
      return now() - sinceMs;
    },
    async pause() {
      if (now() > endsAt)
        throw new Error(`not done after ${longestMs / 60_000} minutes: ${what}. Run the command again to go on`);
      if (now() - saidMs > SAY_AGAIN_MS) {
        say(`${Math.round((now() - sinceMs) / 60_000)} minutes: ${what}`);
        saidMs = now();
      }
      await pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    },
  };
}
