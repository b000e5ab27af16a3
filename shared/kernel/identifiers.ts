export interface Identifiers {
  /** A UUIDv7: sorts by time (D7). */
  newId(): string;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Uint8Array;
  /** In [0, 1); for jitter. */
  random(): number;
  /** SHA-256 in hex. */
  hash(text: string): string;
  /** For name-based UUIDs (RFC 9562 section 5.5) only; 20 bytes. */
  sha1(bytes: Uint8Array): Uint8Array;
}
