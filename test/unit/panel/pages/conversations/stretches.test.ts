import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stretchesOf, TOGETHER } from "../../../../../panel/src/pages/conversations/stretches.ts";

const messages = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => ({ id: String(from + i) }));
const keysOf = (all: ReturnType<typeof messages>, start: string) =>
  new Map(stretchesOf(all, start).flatMap(({ key, messages: some }) => some.map(({ id }) => [id, key])));

describe("stretchesOf()", () => {
  it("has every message once, in order, and none too many together", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (count, start) => {
        const all = messages(0, count);
        const stretches = stretchesOf(all, String(start));
        expect(stretches.flatMap((one) => one.messages)).toEqual(all);
        expect(stretches.every((one) => one.messages[0] === all[one.from] && one.messages.length <= TOGETHER)).toBe(
          true,
        );
        expect(new Set(stretches.map(({ key }) => key)).size).toBe(stretches.length);
      }),
    );
  });

  it("keeps a message in its stretch, whatever comes before and after", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (older, newer) => {
        const before = keysOf(messages(1000, 1100), "1000");
        const after = keysOf(messages(1000 - older, 1100 + newer), "1000");
        for (const [id, key] of before) expect(after.get(id)).toBe(key);
      }),
    );
  });

  it("is empty for no messages", () => {
    expect(stretchesOf([], undefined)).toEqual([]);
  });
});
