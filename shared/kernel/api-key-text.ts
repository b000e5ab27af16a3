import type { Mode } from "./test-mode.ts";

/**
 * A key is `hrld_live_` (or `hrld_test_`, D48), 43 base62 characters of entropy (256 bits) and 6 characters of checksum
 * (D9).
 */
const PREFIX = { live: "hrld_live_", test: "hrld_test_" } as const satisfies Record<Mode, string>;
const ENTROPY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = new RegExp(`^hrld_(?:live|test)_[0-9A-Za-z]{${ENTROPY_LENGTH + CHECKSUM_LENGTH}}$`);

/** Writes the key's text from random bytes; 256 bits fit in 43 base62 digits. The checksum covers the prefix. */
export function apiKeyText(entropy: Uint8Array, mode: Mode = "live"): string {
  let number = 0n;
  for (const byte of entropy) number = number * 256n + BigInt(byte);
  const body = PREFIX[mode] + base62(number, ENTROPY_LENGTH);
  return body + checksum(body);
}

/** Checks prefix, length and checksum only, so it does not tell whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

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
