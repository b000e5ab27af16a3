import { DATA_KEYS } from "../../shared/aws/dynamo/data-key-store.ts";
import { type DurableTable, type Item, pkOf } from "./item.ts";

/** Says whether this is the item of the data keys, without which no stored secret opens. */
export const isDataKeys = (table: DurableTable, item: Item): boolean => table === "Config" && pkOf(item) === DATA_KEYS;

const keysOf = ({ keys }: Item) => keys?.L ?? [];

/**
 * Adds the keys of the backup that are missing now, as the older ones. No key that was added since is lost: both have
 * sealed secrets. Returns undefined if none is missing.
 */
export function withMissingKeys(then: Item, now: Item): Item | undefined {
  const present = new Set(keysOf(now).map(({ M }) => M?.id?.S));
  const missing = keysOf(then).filter(({ M }) => !present.has(M?.id?.S));
  return missing.length === 0 ? undefined : { ...now, keys: { L: [...missing, ...keysOf(now)] } };
}
