/** The facts that identify an announcement: the changed item, the event's type, and values of the new state. */
export interface AnnouncedState {
  readonly table: string;
  readonly keys: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly state: readonly (string | number)[];
}

const TIMESTAMP_DIGITS = 12;
const LATEST_MS = 2 ** 48 - 1;

/**
 * Returns `evt_` and a UUIDv7 (RFC 9562 section 5.7). Its random bits are a hash, so that an event that is announced twice has the same id.
 * `hash` is SHA-256 in hex.
 */
export function eventId({ table, keys, type, state }: AnnouncedState, atMs: number, hash: (text: string) => string) {
  const time = Math.min(Math.max(Math.trunc(atMs), 0), LATEST_MS)
    .toString(16)
    .padStart(TIMESTAMP_DIGITS, "0");
  const bits = hash(JSON.stringify([table, keys.pk, keys.sk, type, ...state]));
  const variant = ((Number.parseInt(bits.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `evt_${time.slice(0, 8)}-${time.slice(8)}-7${bits.slice(0, 3)}-${variant}${bits.slice(4, 7)}-${bits.slice(7, 19)}`;
}

/** Returns the time in an event's id, in epoch milliseconds. */
export const eventTimeMs = (id: string): number =>
  Number.parseInt(id.replace(/^evt_|-/g, "").slice(0, TIMESTAMP_DIGITS), 16);
