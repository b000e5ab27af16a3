import { contentKey, shardOf, stateKey } from "../../shared/notifications/dynamo/notification-key.ts";
import type { NotificationKey } from "../../shared/notifications/ports.ts";

/** A short email causes these write units on each of its keys, from acceptance to `sent` at the first attempt. */
const UNITS = {
  /** State, claim and record take one unit each, on one of the keys of the owner's list. */
  states: 3,
  contents: 1,
  /** The entry of the sweep's index is written with the state and removed with the record. */
  due: 2,
} as const;

export type Place = keyof typeof UNITS;
export const PARTITIONED: readonly Place[] = ["states", "contents", "due"];

const keyIn: Readonly<Record<Place, (key: NotificationKey) => string>> = {
  states: (key) => stateKey(key).pk,
  contents: (key) => contentKey(key).pk,
  due: ({ id }) => shardOf(id),
};

/** Sums write units by partition key, for each table and index into which a notification is written. */
export class WriteLoad {
  readonly #units = new Map<Place, Map<string, number>>(PARTITIONED.map((place) => [place, new Map()]));

  add(key: NotificationKey): void {
    for (const place of PARTITIONED) {
      const keys = this.#units.get(place);
      const name = keyIn[place](key);
      keys?.set(name, (keys.get(name) ?? 0) + UNITS[place]);
    }
  }

  /** Returns the units per second on the busiest key of a table or index, averaged over this many seconds. */
  hottest(place: Place, seconds: number): number {
    let most = 0;
    for (const units of this.#units.get(place)?.values() ?? []) most = Math.max(most, units);
    return most / seconds;
  }

  keys(place: Place): number {
    return this.#units.get(place)?.size ?? 0;
  }
}
