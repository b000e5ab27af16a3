import { setTimeout as pause } from "node:timers/promises";
import { inArena, type Match } from "./arena.ts";
import type { ContenderName } from "./options.ts";

const UP_MS = 3000;
const EVERY_MS = 20;
/** Longer than a dead worker's mail waits for anybody, and one more round of it. */
const SETTLE_MS = 120_000;
const LOOK_EVERY_MS = 500;

/** Mails are accepted one after the other while everything but the stores is killed again and again. */
export async function killsRound(name: ContenderName, { kills, ...match }: Match & { readonly kills: number }) {
  return inArena(name, match, async (contender, sink) => {
    const accepted: string[] = [];
    await contender.start();
    for (let kill = 0; kill <= kills; kill++) {
      const until = Date.now() + UP_MS;
      while (Date.now() < until) {
        const to = `k+${kill}-${Date.now()}-${accepted.length}@example.test`;
        await contender.accept({ to, account: accepted.length, owner: 0 });
        accepted.push(to);
        // The last ones are on their way when the signal comes.
        if (until - Date.now() > EVERY_MS) await pause(EVERY_MS);
      }
      if (kill === kills) break;
      await contender.kill();
      await contender.start();
    }
    const arrivedAll = () => {
      const arrivals = sink.arrivals();
      return accepted.every((to) => arrivals.has(to));
    };
    const last = Date.now() + SETTLE_MS;
    while (!arrivedAll() && Date.now() < last) await pause(LOOK_EVERY_MS);
    const arrivals = sink.arrivals();
    return {
      kills,
      accepted: accepted.length,
      lost: accepted.filter((to) => !arrivals.has(to)).length,
      repeated: accepted.reduce((sum, to) => sum + Math.max(0, (arrivals.get(to)?.length ?? 0) - 1), 0),
    };
  });
}
