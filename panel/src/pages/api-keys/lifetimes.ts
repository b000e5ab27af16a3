import { relativeTime } from "../../explain/times.ts";

const DAY_MS = 86_400_000;

/** Each value is the number of days until a new key expires; the empty one means never. */
export const LIFETIMES = [
  { value: "", label: "until it is revoked" },
  { value: "30", label: "for 30 days" },
  { value: "90", label: "for 90 days" },
  { value: "365", label: "for a year" },
] as const;

export function expiryAfter(days: string, now: number): { expires_at?: string } {
  const count = Number(days);
  return count > 0 ? { expires_at: new Date(now + count * DAY_MS).toISOString() } : {};
}

export type KeyState = "active" | "expiring" | "expired" | "revoked";

/** A key with an expiry in the future is `expiring`. `now` is in epoch milliseconds. */
export function keyStateOf(key: { revoked_at?: string; expires_at?: string }, now: number): KeyState {
  if (key.revoked_at !== undefined) return "revoked";
  if (key.expires_at === undefined) return "active";
  return Date.parse(key.expires_at) <= now ? "expired" : "expiring";
}

const HOUR_MS = 3_600_000;

/** The service stores the last use of a key by the hour only (D9). */
export function lastUsedText(at: string | undefined, now: number): string {
  if (at === undefined) return "Never";
  return now - Date.parse(at) < HOUR_MS ? "In the last hour" : relativeTime(at, now);
}
