import { brotliCompressSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pack, unpack } from "../../../../shared/aws/dynamo/content-codec.ts";

const LONG = { subject: "Ihre Bestellung ✓", body: "<p>Good morning, your order is on its way.</p>".repeat(100) };
const plainOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const CODECS = { plain: 0, brotli: 1, zstd: 2 };
const item = (codec: number, rest: Uint8Array) => Buffer.concat([Buffer.of(codec), rest]);
/** 40 MiB of one letter, which is more than any content, in a few kilobytes. */
const BOMB = Buffer.alloc(41_943_040, "a");

describe("pack()", () => {
  it("makes what unpack() reads, short or long", async () => {
    const content = fc.record({ subject: fc.string(), body: fc.string({ maxLength: 3000, unit: "binary" }) });
    await fc.assert(
      fc.asyncProperty(content, async (value) => {
        expect(await unpack(await pack(value))).toEqual(value);
      }),
    );
  });

  it("leaves short contents as they are, and makes a tenth of a repetitive long one", async () => {
    expect((await pack({ body: "short" }))[0]).toBe(CODECS.plain);
    const packed = await pack(LONG);
    expect(packed[0]).toBe(CODECS.zstd);
    expect(packed.length).toBeLessThan(plainOf(LONG).length / 10);
  });
});

describe("unpack()", () => {
  it("reads items that were stored in brotli before zstd was written", async () => {
    expect(await unpack(item(CODECS.brotli, brotliCompressSync(plainOf(LONG))))).toEqual(LONG);
  });

  it("reads bytes as the table's client hands them out, a view into a larger buffer", async () => {
    const packed = await pack(LONG);
    const around = new Uint8Array(packed.length + 20);
    around.set(packed, 10);
    expect(await unpack(around.subarray(10, 10 + packed.length))).toEqual(LONG);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a format that nobody wrote", item(3, plainOf(LONG))],
    ["no compressed text", item(CODECS.zstd, plainOf(LONG))],
    ["half a text in zstd", item(CODECS.zstd, zstdCompressSync(plainOf(LONG)).subarray(0, -8))],
    ["half a text in brotli", item(CODECS.brotli, brotliCompressSync(plainOf(LONG)).subarray(0, -8))],
    ["more in zstd than any content has", item(CODECS.zstd, zstdCompressSync(BOMB))],
    ["more in brotli than any content has", item(CODECS.brotli, brotliCompressSync(BOMB))],
  ])("throws for %s", async (_, bytes) => {
    await expect(unpack(bytes)).rejects.toThrow();
  });
});
