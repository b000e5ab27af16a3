import { createHash, randomBytes } from "node:crypto";
import type { Identifiers } from "./identifiers.ts";
import { systemClock } from "./system-clock.ts";

/** Makes a UUID of 48 bits of Unix milliseconds, version 7 and random bits (RFC 9562 section 5.7). */
function uuidV7(nowMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const systemIdentifiers: Identifiers = {
  newId: () => uuidV7(systemClock.now()),
  randomBytes: (length) => randomBytes(length),
  random: () => Math.random(),
  hash: (text) => createHash("sha256").update(text).digest("hex"),
  sha1: (bytes) => createHash("sha1").update(bytes).digest(),
};
