/** A return path as an account keeps it, with the key of its owner, so that a mail needs no further read. */
export interface ReturnPath {
  /** `local@domain`, in lower case. */
  readonly address: string;
  readonly keyId: string;
  /** In base64. */
  readonly key: string;
}

/** Letters beyond ASCII are refused as they are written: the Kelvin sign would become a `k` in lower case. */
const FORM = /^[A-Za-z0-9._-]{1,20}@[A-Za-z0-9.-]+$/;

/** Tells whether a text has the form of a return path, in any case of its letters (D45f). */
export const isReturnPath = (text: string): boolean => FORM.test(text);

/** Tells whether a return path in lower case is of the deployment's own domain. */
export const isOfDomain = (address: string, bounceDomain: string): boolean => address.endsWith(`@${bounceDomain}`);

/** Adds the token to the local part: `b@…` gives `b+…` (D45f). */
export function withToken(address: string, token: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}

/** The id of the key, which leads to the owner; the notification's id; and what authenticates both. */
export const KEY_ID_BYTES = 4;
export const ID_BYTES = 16;
export const MAC_BYTES = 7;
const BYTES = KEY_ID_BYTES + ID_BYTES + MAC_BYTES;
/** So many digits of base 36 hold the bytes. With a local part of 20 characters and the plus, an address has 63 octets before the at sign. */
const DIGITS = 42;
const BASE = 36;
const WITH_TOKEN = /^"?[^@"]{1,20}\+([0-9a-z]{42})"?@/;

/** Writes the bytes of a token in lower-case letters and digits. */
export const writeToken = (bytes: Uint8Array): string =>
  BigInt(`0x${Buffer.from(bytes).toString("hex")}`)
    .toString(BASE)
    .padStart(DIGITS, "0");

/** Tells whether an address has the form of one with a token. */
export const hasTokenForm = (address: string): boolean => WITH_TOKEN.test(address.toLowerCase());

/** Reads the bytes of the token in an address, in upper or lower case; undefined when there is none. */
export function tokenBytesIn(address: string): Uint8Array | undefined {
  const digits = WITH_TOKEN.exec(address.toLowerCase())?.[1];
  if (digits === undefined) return undefined;
  let value = 0n;
  for (const digit of digits) value = value * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE));
  const hex = value.toString(16).padStart(2 * BYTES, "0");
  return hex.length > 2 * BYTES ? undefined : Buffer.from(hex, "hex");
}
