import { type AnnounceChangesDeps, announceChanges } from "../events/announce-changes.ts";
import { announcementServices } from "../events/wiring.ts";
import { once } from "../kernel/once.ts";
import type { TableChange } from "../kernel/table-change.ts";
import { type CountChangesDeps, countChanges } from "../statistics/count-changes.ts";
import { countingServices } from "../statistics/wiring.ts";

export type AnnounceAndCountDeps = AnnounceChangesDeps & CountChangesDeps;

/**
 * Announces these changes of one shard, and counts those of notifications. Returns, in order, the changes that must come again for either.
 * Each part works whatever becomes of the other: a counter remembers what it has counted, and an event that is announced again has the same id.
 */
export async function announceAndCount(
  deps: AnnounceAndCountDeps,
  changes: readonly TableChange[],
): Promise<readonly TableChange[]> {
  const notifications = changes.filter(({ table }) => deps.tableNamed(table) === "Notifications");
  const both = await Promise.allSettled([announceChanges(deps, changes), countChanges(deps, notifications)]);
  const failed = new Set(
    both.flatMap((one) => {
      if (one.status === "rejected") throw one.reason;
      return one.value;
    }),
  );
  return changes.filter((change) => failed.has(change));
}

export const changeServices = /* @__PURE__ */ once(() => ({ ...countingServices(), ...announcementServices() }));
