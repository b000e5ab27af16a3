/** A bounded map whose entries live for a time; the oldest entry makes room. Monotonic time, so a clock change expires nothing. */
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
