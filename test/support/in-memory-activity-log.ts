import type { ActivityReader } from "../../shared/activity/ports.ts";
import type { ActivityLog } from "../../shared/edge/ports.ts";
import type { ActivityEntry, ActivityScope } from "../../shared/kernel/activity.ts";

const KEPT_MS = 366 * 86_400_000;
const positionOf = ({ at, id }: ActivityEntry): string => `${at}#${id}`;
const nameOf = (scope: ActivityScope): string => (scope === "administration" ? scope : `owner ${scope.owner}`);

/** A double in memory that passes the same contract test as the DynamoDB log (test/contract/ports/activity-log.test.ts). */
export function inMemoryActivityLog(clock: {
  now(): number;
}): ActivityLog & ActivityReader & { all(scope: ActivityScope): readonly ActivityEntry[] } {
  const logs = new Map<string, Map<string, ActivityEntry>>();
  const all = (scope: ActivityScope) =>
    [...(logs.get(nameOf(scope)) ?? new Map<string, ActivityEntry>()).entries()]
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([, entry]) => entry);
  return {
    all,
    async add(scope, entry) {
      const log = logs.get(nameOf(scope)) ?? new Map<string, ActivityEntry>();
      logs.set(nameOf(scope), log.set(positionOf(entry), structuredClone(entry)));
    },
    async list(scope, { limit, kind, actor, since = "", until = "~", after = "~" }) {
      const matching = all(scope).filter(
        (entry) =>
          (kind === undefined || entry.kind === kind) &&
          (actor === undefined || entry.actor.sub === actor) &&
          entry.at >= since &&
          entry.at < until &&
          positionOf(entry) < after &&
          Date.parse(entry.at) + KEPT_MS >= clock.now(),
      );
      const entries = matching.slice(0, limit);
      const last = entries.at(-1);
      return matching.length > limit && last !== undefined ? { entries, next: positionOf(last) } : { entries };
    },
  };
}
