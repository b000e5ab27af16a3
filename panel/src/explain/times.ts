const STEPS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Number.POSITIVE_INFINITY],
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** Gives `now`, `2 minutes ago` or `in 3 hours`. `now` is in epoch milliseconds. */
export function relativeTime(at: string, now: number): string {
  let amount = Math.round((Date.parse(at) - now) / 1000);
  if (Number.isNaN(amount)) return at;
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return relative.format(amount, unit);
    amount = Math.round(amount / size);
  }
  return at;
}

/** Gives `7 Jan 2027, 01:19:57`, in the reader's time zone. */
export const fullTime = (at: string): string => (Number.isNaN(Date.parse(at)) ? at : full.format(new Date(at)));

/** Gives `less than 0.1 s`, `0.4 s`, `12 s` or `3 min`. */
export function durationText(ms: number): string {
  if (ms < 50) return "less than 0.1 s";
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
