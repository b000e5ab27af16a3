import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordFilter } from "../../../../../../local/aws/function-host/stream/filter-pattern.ts";

const passes = (pattern: object, dynamodb: object): boolean => recordFilter([{ dynamodb: pattern }])({ dynamodb });
const attribute = (rules: readonly unknown[]) => ({ NewImage: { a: { S: rules } } });
const valued = (S: unknown) => ({ NewImage: { a: { S } } });

describe("recordFilter()", () => {
  it.each([
    ["a text that is one of those", ["x", "y"], "y", true],
    ["another text", ["x", "y"], "z", false],
    ["a boolean", [true], true, true],
    ["the other boolean", [true], false, false],
    ["a text that begins so", [{ prefix: "M#" }], "M#1", true],
    ["a text that begins otherwise", [{ prefix: "M#" }], "P#1", false],
    ["a value that is there", [{ exists: true }], "", true],
    ["a map, which has no value of its own", [{ exists: true }], {}, false],
    ["none of some", [{ "anything-but": ["x"] }], "y", true],
    ["one of some", [{ "anything-but": ["x"] }], "x", false],
    ["one of several rules", ["x", { prefix: "y" }], "yes", true],
  ])("takes %s for what Lambda does", (_, rules, value, isPassed) => {
    expect(passes(attribute(rules), valued(value))).toBe(isPassed);
  });

  it.each([
    ["a text", ["x"], false],
    ["a prefix", [{ prefix: "x" }], false],
    ["being there", [{ exists: true }], false],
    ["being none of some", [{ "anything-but": ["x"] }], false],
    ["being absent", [{ exists: false }], true],
  ])("asks an attribute that is absent, or whose image is, for %s", (_, rules, isPassed) => {
    expect(passes(attribute(rules), {})).toBe(isPassed);
    expect(passes(attribute(rules), { NewImage: { b: { S: "x" } } })).toBe(isPassed);
  });

  it("asks for all keys of a pattern, and for one of several patterns", () => {
    const both = { NewImage: { a: { S: ["1"] }, b: { S: ["2"] } } };
    const image = (a: string, b: string) => ({ dynamodb: { NewImage: { a: { S: a }, b: { S: b } } } });
    const filter = recordFilter([{ dynamodb: both }, { dynamodb: { NewImage: { a: { S: ["3"] } } } }]);
    expect([image("1", "2"), image("1", "x"), image("3", "x")].map(filter)).toEqual([true, false, true]);
    expect(recordFilter([])({ dynamodb: {} })).toBe(false);
  });

  it.each([
    ["a rule that it does not evaluate", attribute([{ suffix: "x" }])],
    ["two rules in one", attribute([{ prefix: "x", exists: true }])],
    ["a number", attribute([1])],
    ["a key without a rule", attribute([])],
    ["a value in the place of its rules", { NewImage: { a: { S: "x" } } }],
    ["an operator over keys", { $or: [{ a: { S: ["x"] } }] }],
  ])("refuses %s", (_, pattern) => {
    expect(() => recordFilter([{ dynamodb: pattern }])).toThrow();
  });

  it("refuses what Lambda compares nothing with, beside the change itself", () => {
    expect(() => recordFilter([{ eventName: ["INSERT"], dynamodb: {} }])).toThrow();
    expect(() => recordFilter([{ eventName: ["INSERT"] }])).toThrow();
  });

  const image = fc.dictionary(fc.constantFrom("a", "b", "status", "toString"), fc.record({ S: fc.string() }), {
    minKeys: 1,
  });
  const exactly = (some: Readonly<Record<string, { readonly S: string }>>) =>
    Object.fromEntries(Object.entries(some).map(([name, { S }]) => [name, { S: [S] }]));

  it("lets any record through whose values a pattern names, and none with another value, fewer or none", () => {
    fc.assert(
      fc.property(image, fc.string(), (values, more) => {
        const pattern = { NewImage: exactly(values) };
        expect(passes(pattern, { NewImage: values })).toBe(true);
        expect(passes(pattern, { NewImage: { ...values, c: { S: more } } })).toBe(true);
        for (const [name, { S }] of Object.entries(values)) {
          expect(passes(pattern, { NewImage: { ...values, [name]: { S: `${S}${more}!` } } })).toBe(false);
          expect(passes(pattern, { NewImage: { ...values, [name]: {} } })).toBe(false);
        }
        expect(passes(pattern, { OldImage: values })).toBe(false);
      }),
    );
  });

  it("treats `anything-but` as the opposite of its texts for a value that is there, and absent as the opposite of present", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1 }),
        fc.option(fc.string(), { nil: undefined }),
        (some, value) => {
          const dynamodb = value === undefined ? {} : valued(value);
          const isOne = passes(attribute(some), dynamodb);
          expect(passes(attribute([{ "anything-but": some }]), dynamodb)).toBe(value !== undefined && !isOne);
          expect(passes(attribute([{ exists: false }]), dynamodb)).toBe(
            !passes(attribute([{ exists: true }]), dynamodb),
          );
        },
      ),
    );
  });
});
