import { accountsOf, withRoom } from "../../shared/statistics/domain/account-counts.ts";
import type { Counters, CounterTallies } from "../../shared/statistics/ports.ts";

export interface CountedSums extends Counters {
  /** Returns the sums by counter and name without zeros. */
  sums(): Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A double in memory that passes the same contract test as the DynamoDB counters (test/contract/ports/counters.test.ts). */
export function inMemoryCounters(): CountedSums {
  const counters = new Map<
    string,
    { sums: Map<string, number>; counted: Map<string, bigint>; accounts: Set<string> }
  >();
  const nameOf = ({ of, counter }: CounterTallies): string => JSON.stringify([of, counter]);
  return {
    async add(counted) {
      const name = nameOf(counted);
      const known = counters.get(name) ?? { sums: new Map(), counted: new Map(), accounts: new Set() };
      counters.set(name, known);
      const before = known.counted.get(counted.streamShard) ?? -1n;
      const uncounted = counted.tallies.filter(({ sequenceNumber }) => BigInt(sequenceNumber) > before);
      const taken = withRoom(uncounted, known.accounts);
      for (const { name: sum, by } of taken) known.sums.set(sum, (known.sums.get(sum) ?? 0) + by);
      for (const key of accountsOf(taken)) known.accounts.add(key);
      const last = counted.tallies.at(-1);
      if (last && BigInt(last.sequenceNumber) > before)
        known.counted.set(counted.streamShard, BigInt(last.sequenceNumber));
    },
    sums: () =>
      Object.fromEntries(
        [...counters].map(([name, { sums }]) => [name, Object.fromEntries([...sums].filter(([, sum]) => sum !== 0))]),
      ),
  };
}
