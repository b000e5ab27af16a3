import type { TestClock, TestClocks } from "../../shared/edge/ports.ts";
import type { Owner } from "../../shared/kernel/owner.ts";

const TEN_YEARS_SECONDS = 315_360_000;

/** Keeps the promises of the table's adapter (test/contract/ports/test-clocks.test.ts). */
export function inMemoryTestClocks(): TestClocks {
  const clocks = new Map<Owner, TestClock>();
  const isOf = (owner: Owner, movedAtMs: number) => clocks.get(owner)?.movedAtMs === movedAtMs;
  const change = (owner: Owner, changes: Partial<TestClock>): TestClock => {
    const changed = { advancedSeconds: 0, hasBegun: false, ...clocks.get(owner), ...changes };
    clocks.set(owner, changed);
    return changed;
  };
  return {
    of: async (owner) => change(owner, {}),
    find: async (owner) => clocks.get(owner),
    async advance(owner, seconds, movedAtMs) {
      const clock = clocks.get(owner);
      if (clock === undefined || clock.advancedSeconds + seconds > TEN_YEARS_SECONDS) return undefined;
      return change(owner, { advancedSeconds: clock.advancedSeconds + seconds, movedAtMs });
    },
    async noteLook(owner, movedAtMs, atMs) {
      if (!isOf(owner, movedAtMs)) return false;
      change(owner, { lookedAtMs: atMs });
      return true;
    },
    async endMove(owner, movedAtMs) {
      if (isOf(owner, movedAtMs)) change(owner, { movedAtMs: undefined, lookedAtMs: undefined });
    },
    async noteBegun(owner) {
      if (clocks.has(owner)) change(owner, { hasBegun: true });
    },
    owners: async (limit, after = "" as Owner) =>
      [...clocks.keys()]
        .filter((owner) => owner > after)
        .toSorted((a, b) => (a < b ? -1 : 1))
        .slice(0, limit),
  };
}
