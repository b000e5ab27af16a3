import type { Owner } from "../../kernel/owner.ts";
/** A key is `hrld_live_`, 43 base62 characters of entropy (256 bits) and 6 characters of checksum (D9). */
export const API_KEY_PREFIX = "hrld_live_";
const ENTROPY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${ENTROPY_LENGTH + CHECKSUM_LENGTH}}$`);
/** An owner may have at most this many keys. Keys that were revoked or have expired do not count. */
export const MAX_LIVING_KEYS = 100;
/** Lists show this many characters of a key. */
const SHOWN_LENGTH = 12;

export interface ApiKey {
  readonly owner: Owner;
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** The last four characters of the key's text; older keys lack them. */
  readonly lastFour?: string | undefined;
  readonly createdAt: string;
  readonly expiresAt?: string | undefined;
  readonly lastUsedAt?: string | undefined;
  readonly revokedAt?: string | undefined;
  /** The time of a rotation that made a successor; this key then lives for the grace period. */
  readonly replacedAt?: string | undefined;
}

/** True for a key that is neither revoked nor expired. */
export function isUsable(key: ApiKey, nowMs: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || Date.parse(key.expiresAt) > nowMs);
}

/** It writes the key's text from random bytes; 256 bits fit in 43 base62 digits. */
export function apiKeyText(entropy: Uint8Array): string {
  let number = 0n;
  for (const byte of entropy) number = number * 256n + BigInt(byte);
  const body = API_KEY_PREFIX + base62(number, ENTROPY_LENGTH);
  return body + checksum(body);
}

/** It checks form and checksum only, so that no table is asked about a malformed key. */
export function isWellFormedApiKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

export const shownPrefix = (text: string): string => text.slice(0, SHOWN_LENGTH);
/** The characters are part of the checksum, so they reveal only a few bits of the key. */
export const lastFourOf = (text: string): string => text.slice(-4);

/** The permissions, all of which every key has. */
export const KEY_PERMISSIONS = ["notifications", "conversations", "events", "mcp"] as const;

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);

function base62(number: bigint, length: number): string {
  let rest = number;
  let digits = "";
  for (let i = 0; i < length; i++) {
    digits = BASE62.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}

/** The CRC-32 of ASCII text (ISO 3309, the polynomial of zip). */
function crc32(text: string): number {
  let crc = 0xff_ff_ff_ff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
