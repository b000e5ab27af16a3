import { quantile, rounded } from "../bench-result.ts";
import { inArena, type Match } from "./arena.ts";

const CALLS = 200;

/** What accepting and reading cost with so many notifications stored: Herald alone, since the others keep no record to read. */
export async function growthRound({ stored, ...match }: Match & { readonly stored: number }) {
  return inArena("herald", match, async (contender, sink) => {
    await contender.fill(stored, "to");
    await contender.start();
    await sink.untilCount(stored, stored * 100);
    const [accepts, gets]: [number[], number[]] = [[], []];
    for (let i = 0; i < CALLS; i++) {
      const at = performance.now();
      const id = await contender.accept({ to: `g+${i}@example.test`, account: i, owner: 0 });
      const between = performance.now();
      await contender.get?.(id);
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
