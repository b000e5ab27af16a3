import { quantile, rounded } from "../bench-result.ts";
import { inArena, type Match } from "./arena.ts";

const CALLS = 200;
const WARM_UP_CALLS = 50;
const TIMEOUT_MS = 60_000;

/**
 * Measures accepting and reading while many notifications are stored. Only Herald takes part, because the other systems
 * keep no records to read.
 */
export async function growthRound({ stored, ...match }: Match & { readonly stored: number }) {
  return inArena("herald", match, async (contender, sink) => {
    await contender.start();
    const first = await contender.accept({ to: "first@example.test", account: 0, owner: 0 });
    await sink.untilCount(1, TIMEOUT_MS);
    await contender.stop();
    await contender.copy?.(first, stored);
    await contender.start();
    const [accepts, gets]: [number[], number[]] = [[], []];
    for (let i = -WARM_UP_CALLS; i < CALLS; i++) {
      const at = performance.now();
      const id = await contender.accept({ to: `g+${i}@example.test`, account: i + WARM_UP_CALLS, owner: 0 });
      const between = performance.now();
      await contender.get?.(id);
      if (i < 0) continue;
      accepts.push(between - at);
      gets.push(performance.now() - between);
    }
    return {
      stored,
      "accept p50 ms": rounded(quantile(accepts, 0.5)),
      "accept p95 ms": rounded(quantile(accepts, 0.95)),
      "get p50 ms": rounded(quantile(gets, 0.5)),
      "get p95 ms": rounded(quantile(gets, 0.95)),
    };
  });
}
