const DAY_MS = 86_400_000;
/** The first 48 bits are the time in milliseconds (RFC 9562, section 5.7). */
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const HEX = 16;
/** The search starts a little earlier, because clocks differ. */
const BEFORE_MS = 60_000;

/**
 * Returns the time from which an id can occur in a log. An id that contains its time provides it (D7); otherwise the
 * search goes back the given number of days, one by default.
 */
export function startOfSearch(
  id: string,
  { days, nowMs }: { readonly days: number | undefined; readonly nowMs: number },
): number {
  const [, high, low] = UUID_V7.exec(id) ?? [];
  const madeAtMs = Number.parseInt(`${high}${low}`, HEX);
  if (days !== undefined || Number.isNaN(madeAtMs) || madeAtMs > nowMs) return nowMs - (days ?? 1) * DAY_MS;
  return madeAtMs - BEFORE_MS;
}
