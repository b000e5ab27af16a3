const DAY_MS = 86_400_000;
/** RFC 9562 section 5.7: the first 48 bits are the time, in milliseconds. */
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const HEX = 16;
/** Clocks differ. */
const BEFORE_MS = 60_000;

/** The time from which an id can stand in a log: its own, where it has one (D7), else so many days ago; one day unless it is said. */
export function startOfSearch(
  id: string,
  { days, nowMs }: { readonly days: number | undefined; readonly nowMs: number },
): number {
  const [, high, low] = UUID_V7.exec(id) ?? [];
  const madeAtMs = Number.parseInt(`${high}${low}`, HEX);
  if (days !== undefined || Number.isNaN(madeAtMs) || madeAtMs > nowMs) return nowMs - (days ?? 1) * DAY_MS;
  return madeAtMs - BEFORE_MS;
}
