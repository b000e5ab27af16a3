const clock = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

const shortClock = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** Gives `27 Nov, 20:59`, in the reader's time zone. */
export const shortTestTimeText = (now: number): string => shortClock.format(now);

/** Gives `27 Nov 2026, 20:59:45`, in the reader's time zone. `now` is in epoch milliseconds. */
export const testTimeText = (now: number): string => clock.format(now);

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** Gives a span of time in its two largest units, such as `2 days 3 hours`. */
export function aheadText(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  const parts = UNITS.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return { count, text: counted(count, unit) };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return counted(0, "second");
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ text }) => text)
    .join(" ");
}
