import { DATA_KEYS } from "../../shared/aws/dynamo/data-key-store.ts";
import { type DurableTable, type Item, pkOf } from "./item.ts";

/** Says whether an item holds the data keys, without which no stored secret opens. */
export const isDataKeys = (table: DurableTable, item: Item): boolean => table === "Config" && pkOf(item) === DATA_KEYS;

const keysOf = ({ keys }: Item) => keys?.L ?? [];
const idsOf = (item: Item) => new Set(keysOf(item).map(({ M }) => M?.id?.S));

/**
 * Adds the keys of the backup that are missing now. The keys of the backup keep their order, so that a replaced key
 * does not become the newest again. Keys that were added since follow them, because they have sealed secrets, too.
 * Returns undefined if no key is missing.
 */
export function withMissingKeys(then: Item, now: Item): Item | undefined {
  const present = idsOf(now);
  if (keysOf(then).every(({ M }) => present.has(M?.id?.S))) return undefined;
  const before = idsOf(then);
  const since = keysOf(now).filter(({ M }) => !before.has(M?.id?.S));
  return { ...now, keys: { L: [...keysOf(then), ...since] } };
}
