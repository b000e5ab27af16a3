import { type AnnounceChangesDeps, announceChanges } from "../events/announce-changes.ts";
import { announcementServices } from "../events/wiring.ts";
import { once } from "../kernel/once.ts";
import type { TableChange } from "../kernel/table-change.ts";
import { type CountChangesDeps, countChanges } from "../statistics/count-changes.ts";
import { countingServices } from "../statistics/wiring.ts";

export type AnnounceAndCountDeps = AnnounceChangesDeps & CountChangesDeps;

/**
 * Announces these changes of one shard, and counts those of notifications. Returns, in order, the changes that must be delivered again because
 * one of both failed. The other part is then repeated without harm: counters count a change once, and an event keeps its id.
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
