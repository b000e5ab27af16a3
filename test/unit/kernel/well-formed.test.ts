import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWellFormedJson } from "../../../shared/kernel/well-formed.ts";

const isWellFormed = (text: string): boolean => isWellFormedJson(text, JSON.parse(text));

describe("isWellFormedJson()", () => {
  it.each([
    ['"\\ud800"', false],
    ['{"name":"\\uDC00"}', false],
    ['{"\\ud800":1}', false],
    ['[[{"a":["x","\\udfff y"]}]]', false],
    ['"\\ud83d\\ude00"', true],
    ['"\\\\ud800"', true],
    ['{"a":"\\u00e9"}', true],
  ])("says of %s: %s", (text, expected) => {
    expect(isWellFormed(text)).toBe(expected);
  });

  it("looks through the deepest nesting that a body can hold", () => {
    const depth = 100_000;
    expect(isWellFormedJson("\\ud800", nested(depth, "\ud800"))).toBe(false);
  });

  it("agrees with the strings themselves, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: fc.integer({ min: 0xd7f0, max: 0xe010 }).map((n) => String.fromCharCode(n)) }),
        (a, b) => {
          const value = { [a]: [b] };
          expect(isWellFormedJson(JSON.stringify(value), value)).toBe(a.isWellFormed() && b.isWellFormed());
        },
      ),
    );
  });
});

function nested(depth: number, inner: unknown): unknown {
  let value = inner;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}
