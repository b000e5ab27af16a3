import { describe, expect, it } from "vitest";
import { isWellFormedApiKey } from "../../../shared/kernel/api-key-text.ts";
import { expiringCache } from "../../../shared/kernel/expiring-cache.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { API_KEY } from "../../support/some-edge-services.ts";

describe("expiringCache()", () => {
  const setUp = (maxEntries = 3) => {
    const clock = fakeClock();
    return { clock, cache: expiringCache<number>({ maxEntries, ttlMs: 1000 }, () => clock.now()) };
  };

  it("keeps an entry for its time and not longer", () => {
    const { clock, cache } = setUp();
    cache.set("a", 1);
    clock.advance(999);
    expect(cache.get("a")).toBe(1);
    clock.advance(1);
    expect(cache.get("a")).toBeUndefined();
  });

  it("starts the time again when an entry is set again", () => {
    const { clock, cache } = setUp();
    cache.set("a", 1);
    clock.advance(999);
    cache.set("a", 2);
    clock.advance(999);
    expect(cache.get("a")).toBe(2);
  });

  it("never holds more than it may: the oldest makes room", () => {
    const { cache } = setUp();
    for (const [i, key] of ["a", "b", "c", "a", "d"].entries()) cache.set(key, i);
    expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual([3, undefined, 2, 4]);
  });

  it("forgets what is deleted", () => {
    const { cache } = setUp();
    cache.set("a", 1);
    cache.delete("a");
    expect(cache.get("a")).toBeUndefined();
  });
});

describe("systemIdentifiers", () => {
  it("makes UUIDs of version 7 that sort by time (D7)", async () => {
    const before = Date.now();
    const id = systemIdentifiers.newId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const at = Number.parseInt(id.replace("-", "").slice(0, 12), 16);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
    await expect.poll(() => systemIdentifiers.newId().slice(0, 13) > id.slice(0, 13), { interval: 1 }).toBe(true);
  });

  it("never makes one twice", () => {
    const ids = Array.from({ length: 10_000 }, () => systemIdentifiers.newId());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("hashes with SHA-256 in hex", () => {
    expect(systemIdentifiers.hash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(isWellFormedApiKey(API_KEY)).toBe(true);
  });
});
