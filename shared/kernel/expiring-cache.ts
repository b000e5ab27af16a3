/**
 * A map of bounded size whose entries expire after a time. A new entry replaces the oldest when the map is full. It
 * measures monotonic time, so that a change of the system clock expires nothing.
 */
export interface ExpiringCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export function expiringCache<Value>(
  { maxEntries, ttlMs }: { readonly maxEntries: number; readonly ttlMs: number },
  nowMs: () => number = () => performance.now(),
): ExpiringCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.until > nowMs()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: nowMs() + ttlMs });
      const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete(key) {
      entries.delete(key);
    },
  };
}
