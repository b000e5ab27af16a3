import { setTimeout as pause } from "node:timers/promises";
import { median } from "../bench-result.ts";
import { inArena, type Match } from "./arena.ts";
import type { ContenderName } from "./options.ts";

const PROBES = 3;
const TIMEOUT_MS = 900_000;
const MOVING = 50;

export interface FairnessRound extends Match {
  readonly backlog: number;
  readonly providerMs: number;
}

/** Measures how long a single mail of a second owner waits behind the first owner's backlog. */
export async function fairnessRound(name: ContenderName, { backlog, providerMs, ...match }: FairnessRound) {
  return inArena(name, match, async (contender, sink) => {
    await contender.fill(backlog, `slow${providerMs / 1000}`);
    await contender.start();
    if (!(await sink.untilCount(MOVING, TIMEOUT_MS))) throw new Error(`${name} did not begin`);
    const waits: number[] = [];
    for (let probe = 0; probe < PROBES; probe++) {
      const to = `probe+${probe}@example.test`;
      const at = Date.now();
      await contender.accept({ to, account: 0, owner: 1 });
      let arrived = sink.arrivals().get(to)?.[0];
      while (arrived === undefined && Date.now() - at < TIMEOUT_MS) {
        await pause(50);
        arrived = sink.arrivals().get(to)?.[0];
      }
      waits.push((arrived ?? Number.POSITIVE_INFINITY) - at);
    }
    return {
      "median wait ms": median(waits),
      "longest wait ms": Math.max(...waits),
      "left over": backlog - sink.count(),
    };
  });
}
