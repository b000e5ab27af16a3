import { setTimeout as pause } from "node:timers/promises";
import { rounded } from "../bench-result.ts";
import { inArena, type Match } from "./arena.ts";
import type { ContenderName } from "./options.ts";

const SILENT_MS = 18_000;
/** Even mails that wait for the end of a dead worker's lease arrive within this time. */
const TIMEOUT_MS = 180_000;

export interface StallRound extends Match {
  readonly count: number;
  readonly providerMs: number;
}

/**
 * Measures how soon a backlog is delivered if the mail server accepts connections but answers nothing for the first 18
 * s.
 */
export async function stallRound(name: ContenderName, { count, providerMs, ...match }: StallRound) {
  return inArena(name, match, async (contender, sink) => {
    await contender.fill(count, providerMs === 0 ? "to" : `slow${providerMs / 1000}`);
    sink.fallSilent();
    await contender.start();
    await pause(SILENT_MS);
    sink.speakAgain();
    const at = performance.now();
    await sink.untilCount(count / 2, TIMEOUT_MS);
    const half = performance.now() - at;
    await sink.untilCount(count, TIMEOUT_MS);
    return {
      "s until half": rounded(half / 1000),
      "s until all": rounded((performance.now() - at) / 1000),
      missing: Math.max(0, count - sink.count()),
    };
  });
}
