const SECONDS: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["sec", 1],
  ["second", 1],
  ["m", 60],
  ["min", 60],
  ["minute", 60],
  ["h", 3600],
  ["hour", 3600],
  ["d", 86_400],
  ["day", 86_400],
  ["w", 604_800],
  ["week", 604_800],
]);

/** Reads a span of time such as `90 min`, `3 days` or `1 h 30 min`; undefined for any other text. A bare number means minutes. */
export function secondsIn(text: string): number | undefined {
  const typed = text.trim().toLowerCase();
  if (/^\d{1,8}$/.test(typed)) return Number(typed) * 60 || undefined;
  if (!/^(?:\d{1,8}\s*[a-z]+[\s,]*)+$/.test(typed)) return undefined;
  let sum = 0;
  for (const [, count = "", unit = ""] of typed.matchAll(/(\d+)\s*([a-z]+)/g)) {
    const size = SECONDS.get(unit) ?? SECONDS.get(unit.replace(/s$/, ""));
    if (size === undefined) return undefined;
    sum += Number(count) * size;
  }
  return sum || undefined;
}
