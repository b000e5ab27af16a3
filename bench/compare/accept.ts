import { quantile, rounded } from "../bench-result.ts";
import { inArena, type Match } from "./arena.ts";
import { cpuMsOf } from "./child.ts";
import type { ContenderName } from "./options.ts";

const WARM_UP_MAILS = 1000;
const TIMEOUT_MS = 300_000;

export interface AcceptRound extends Match {
  readonly callers: number;
  readonly mails: number;
}

/**
 * Measures how many mails are accepted per second while several callers each send one after the other. Delivery runs
 * meanwhile.
 */
export async function acceptRound(name: ContenderName, { callers, mails, ...match }: AcceptRound) {
  return inArena(name, match, async (contender, sink) => {
    await contender.start();
    let next = 0;
    const waits: number[] = [];
    const caller = async (until: number) => {
      for (let i = next++; i < until; i = next++) {
        const startedAt = performance.now();
        await contender.accept({ to: `m+${i}@example.test`, account: i, owner: 0 });
        waits.push(performance.now() - startedAt);
      }
    };
    const all = async (until: number) => {
      await Promise.all(Array.from({ length: callers }, () => caller(until)));
      // Each caller has taken one number too many, so the counter is set back.
      next = until;
    };
    await all(WARM_UP_MAILS);
    if (!(await sink.untilCount(WARM_UP_MAILS, TIMEOUT_MS))) throw new Error(`${name} did not warm up`);
    waits.length = 0;
    const [at, cpu] = [performance.now(), cpuMsOf(contender.pids())];
    await all(WARM_UP_MAILS + mails);
    const figures = {
      "accepted/s": rounded((mails * 1000) / (performance.now() - at)),
      "CPU ms per mail": rounded((cpuMsOf(contender.pids()) - cpu) / mails),
      "p99 ms": rounded(quantile(waits, 0.99)),
    };
    if (!(await sink.untilCount(WARM_UP_MAILS + mails, TIMEOUT_MS))) throw new Error(`${name} did not deliver`);
    return figures;
  });
}
