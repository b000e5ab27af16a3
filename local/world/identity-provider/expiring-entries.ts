import { randomBytes } from "node:crypto";

export type ExpiringEntries<Entry> = {
  /** Keeps an entry under a new unguessable key. */
  add(entry: Entry): string;
  /** Nothing when it was never there, is over, or was pushed out. */
  get(key: string): Entry | undefined;
  remove(key: string): void;
};

/** In memory, bounded in time and number: the oldest entries give way. */
export function expiringEntries<Entry>(options: {
  lifetimeMs: number;
  limit: number;
  clock: () => number;
}): ExpiringEntries<Entry> {
  const entries = new Map<string, { entry: Entry; endsAtMs: number }>();
  // Insertion order is also the order of expiry, so the first keys are always the ones to drop.
  const trim = () => {
    for (const [key, { endsAtMs }] of entries) {
      if (entries.size < options.limit && endsAtMs > options.clock()) return;
      entries.delete(key);
    }
  };
  return {
    add(entry) {
      trim();
      const key = randomBytes(24).toString("base64url");
      entries.set(key, { entry, endsAtMs: options.clock() + options.lifetimeMs });
      return key;
    },
    get(key) {
      const found = entries.get(key);
      return found && found.endsAtMs > options.clock() ? found.entry : undefined;
    },
    remove: (key) => void entries.delete(key),
  };
}
