import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Sha256 } from "../../../shared/adapters/sha256.ts";

const bytes = fc.uint8Array({ maxLength: 200 });
const digestOf = async (hash: Sha256, parts: readonly Uint8Array[]): Promise<string> => {
  for (const part of parts) hash.update(part);
  return Buffer.from(await hash.digest()).toString("hex");
};

describe("Sha256", () => {
  it("is the digest of its parts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes), async (parts) => {
        const expected = createHash("sha256").update(Buffer.concat(parts)).digest("hex");
        expect(await digestOf(new Sha256(), parts)).toBe(expected);
      }),
    );
  });

  it("is the code under a secret in bytes or text, also when the secret comes again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes), bytes, fc.string(), async (parts, secret, words) => {
        const expected = (key: Uint8Array | string) =>
          createHmac("sha256", key).update(Buffer.concat(parts)).digest("hex");
        for (const _ of "twice") expect(await digestOf(new Sha256(secret), parts)).toBe(expected(secret));
        expect(await digestOf(new Sha256(words), parts)).toBe(expected(words));
      }),
    );
  });

  it("takes buffers and text", async () => {
    const hash = new Sha256(new Uint8Array([1, 2]).buffer);
    hash.update("ä");
    hash.update(new Uint8Array([3]).buffer);
    const expected = createHmac("sha256", Buffer.from([1, 2]))
      .update("ä")
      .update(Buffer.from([3]))
      .digest();
    expect(Buffer.from(await hash.digest())).toEqual(expected);
  });
});
