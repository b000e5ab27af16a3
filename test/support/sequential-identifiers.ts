import { createHash } from "node:crypto";
import type { Identifiers } from "../../shared/kernel/identifiers.ts";

/** Ids count up, bytes differ from call to call, and there is no jitter. */
export function sequentialIdentifiers(): Identifiers {
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  return {
    newId: () => `00000000-0000-7000-8000-${String(next()).padStart(12, "0")}`,
    randomBytes: (length) =>
      Uint8Array.from(Buffer.from(hash(`bytes ${next()}`).repeat(length), "hex").subarray(0, length)),
    random: () => 0,
    hash,
    sha1: (bytes) => createHash("sha1").update(bytes).digest(),
  };
}
