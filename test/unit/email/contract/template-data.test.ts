import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { notificationRequest } from "../../../../shared/channels/contract/notification-request.ts";
import { keepTemplateSamples } from "../../../../shared/email/contract/template-samples.ts";
import { jsonBytes, jsonProblem } from "../../../../shared/kernel/json-data.ts";

const LIMITS = { levels: 32, values: 10_000 };
const anObject = fc
  .object({ maxDepth: 5, withBigInt: false, withDate: false })
  .map((object) => JSON.parse(JSON.stringify(object)));

/** Counts by recursion, whereas the service counts level by level. */
function extentOf(value: unknown): { levels: number; values: number } {
  if (typeof value !== "object" || value === null) return { levels: 0, values: 0 };
  const inner = Object.values(value).map(extentOf);
  return {
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
    values: inner.length + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

const nested = (levels: number): Record<string, unknown> =>
  JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`);
const problemsOf = (more: Record<string, unknown>) => {
  const { error } = notificationRequest.safeParse({ recipient: "a@b.example", template_id: "t", ...more });
  return error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
};

describe("jsonProblem() (D51)", () => {
  it("is none at the limits, and one beyond either of them", () => {
    fc.assert(
      fc.property(anObject, (object) => {
        const { levels, values } = extentOf(object);
        expect(jsonProblem(object, { levels, values })).toBeUndefined();
        expect(jsonProblem(object, { levels: levels - 1, values })).toBe("too large");
        if (values > 0) expect(jsonProblem(object, { levels, values: values - 1 })).toBe("too large");
      }),
    );
  });

  it("judges any depth without recursion", () => {
    expect(jsonProblem(nested(32), LIMITS)).toBeUndefined();
    for (const levels of [33, 50_000]) expect(jsonProblem(nested(levels), LIMITS)).toBe("too large");
  });

  it("finds numbers beyond 64 bits at any depth", () => {
    for (const text of ['{"a":1e400}', '{"a":[{"b":-1e400}]}'])
      expect(jsonProblem(JSON.parse(text), LIMITS)).toBe("no number");
    expect(jsonProblem(JSON.parse('{"a":1.7976931348623157e308,"b":5e-324}'), LIMITS)).toBeUndefined();
  });

  it("leaves sizes to jsonBytes(), which counts UTF-8", () => {
    expect(jsonBytes({ a: "é😀", b: [1, null] })).toBe(Buffer.byteLength('{"a":"é😀","b":[1,null]}'));
  });
});

describe("data of a request (D51)", () => {
  it("reports its problem beside all others, and judges a malformed map as that alone", () => {
    expect(problemsOf({ data: [], variables: { a: 1 } })).toEqual([
      ["variables", "variables must be an object of strings"],
      ["data", "data must be a JSON object"],
    ]);
    expect(problemsOf({ data: { a: 1 }, variables: { a: "" }, template_version: 0 })).toEqual([
      ["template_version", "template_version must be 1 or more"],
      ["data", 'variables and data both have "a"'],
    ]);
    expect(problemsOf({ data: {}, template_id: undefined }).at(0)).toEqual(["data", "data needs template_id"]);
  });

  it("has no name of the prototype in both maps", () => {
    expect(problemsOf({ data: {}, variables: { constructor: "x", toString: "y" } })).toEqual([]);
    expect(problemsOf({ data: JSON.parse('{"__proto__":1}'), variables: JSON.parse('{"__proto__":"x"}') })).toEqual([
      ["data", 'variables and data both have "__proto__"'],
    ]);
  });
});

describe("samples (D51)", () => {
  const problemOf = (samples: unknown) =>
    keepTemplateSamples.body?.safeParse({ samples }).error?.issues.map(({ message }) => message);
  it("are any JSON within the limits", () => {
    const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, null]));
    for (const right of [{}, { a: [1, { b: null }] }, names(201), { a: "x".repeat(19_999) }, nested(32)])
      expect(problemOf(right)).toBeUndefined();
    expect(problemOf([])).toEqual(["samples must be a JSON object"]);
    expect(problemOf(names(5000))).toEqual(["samples must have at most 20000 characters together"]);
    expect(problemOf({ a: "x".repeat(20_000) })).toEqual(["samples must have at most 20000 characters together"]);
    expect(problemOf({ a: ["x".repeat(10_000), { b: "y".repeat(10_000) }] })).toEqual([
      "samples must have at most 20000 characters together",
    ]);
    expect(problemOf(nested(33))).toEqual(["samples are too large"]);
    expect(problemOf({ a: Array.from({ length: 10_000 }, () => "") })).toEqual(["samples are too large"]);
    expect(problemOf(JSON.parse('{"a":1e400}'))).toEqual(["samples have a number that is too large"]);
  });
});
