const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const exactClock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayAndYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** Gives `10:31` today, `22 Nov, 10:31` this year, else a date with the year, in the reader's time zone. `now` is in epoch milliseconds. */
export function clockTime(at: string, now: number, isExact = false): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return at;
  const today = new Date(now);
  if (then.toDateString() === today.toDateString()) return (isExact ? exactClock : clock).format(then);
  if (then.getFullYear() !== today.getFullYear()) return dayAndYear.format(then);
  return `${day.format(then)}, ${clock.format(then)}`;
}
