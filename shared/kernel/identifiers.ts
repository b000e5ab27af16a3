export interface Identifiers {
  /** Returns a UUIDv7; such ids sort by time (D7). */
  newId(): string;
  /** Returns cryptographically random bytes. */
  randomBytes(length: number): Uint8Array;
  /** Returns a number in [0, 1), which is used for jitter. */
  random(): number;
  /** Returns the SHA-256 of a text in hexadecimal. */
  hash(text: string): string;
  /** Returns 20 bytes. It is used only for name-based UUIDs (RFC 9562 section 5.5). */
  sha1(bytes: Uint8Array): Uint8Array;
}
