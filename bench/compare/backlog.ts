import { rounded } from "../bench-result.ts";
import { inArena, type Match } from "./arena.ts";
import { cpuMsOf, memoryMiB } from "./child.ts";
import type { ContenderName } from "./options.ts";

/** The first mails run cold code and open connections, so counting starts after this share. */
const WARM_UP_SHARE = 0.2;
const TIMEOUT_MS = 900_000;

export interface BacklogRound extends Match {
  readonly count: number;
  readonly providerMs: number;
}

/** Measures how fast waiting mails are delivered once a worker starts. */
export async function backlogRound(name: ContenderName, { count, providerMs, ...match }: BacklogRound) {
  return inArena(name, match, async (contender, sink) => {
    await contender.fill(count, providerMs === 0 ? "to" : `slow${providerMs / 1000}`);
    await contender.start();
    const warm = Math.floor(count * WARM_UP_SHARE);
    if (!(await sink.untilCount(warm, TIMEOUT_MS))) throw new Error(`${name} did not begin`);
    const [from, at, cpu] = [sink.count(), performance.now(), cpuMsOf(contender.pids())];
    if (!(await sink.untilCount(count, TIMEOUT_MS))) throw new Error(`${name} did not finish`);
    const mails = count - from;
    return {
      "deliveries/s": rounded((mails * 1000) / (performance.now() - at)),
      "CPU ms per mail": rounded((cpuMsOf(contender.pids()) - cpu) / mails),
      "memory MiB": Math.round(memoryMiB(contender.pids())),
    };
  });
}
