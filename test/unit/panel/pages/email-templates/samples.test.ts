import { describe, expect, it } from "vitest";
import { occurrencesOf, variableOf, writtenName } from "../../../../../panel/src/pages/email-templates/occurrences.ts";
import { jsonOf, readJson, valuesOf } from "../../../../../panel/src/pages/email-templates/samples.ts";

describe("valuesOf()", () => {
  it("gives texts as variables and all else as data, and leaves empty texts out", () => {
    const samples = { name: "Ana", empty: "", items: [{ n: 1 }], none: null, total: 0, paid: false };
    expect(valuesOf(samples)).toEqual({
      variables: { name: "Ana" },
      data: { items: [{ n: 1 }], none: null, total: 0, paid: false },
    });
  });

  it("has no data for texts alone, so that the template sees strings as ever", () => {
    expect(valuesOf({ name: "Ana", list: '["Tea"]' })).toEqual({ variables: { name: "Ana", list: '["Tea"]' } });
    expect(valuesOf({})).toEqual({ variables: {} });
  });

  it("takes the names that every object has", () => {
    const { variables, data } = valuesOf(JSON.parse('{"__proto__":[1],"constructor":"c"}'));
    expect(JSON.stringify([variables, data])).toBe('[{"constructor":"c"},{"__proto__":[1]}]');
  });
});

describe("readJson()", () => {
  it("reads what jsonOf() writes, and no value from an empty text", () => {
    for (const value of [[1, "x", null], { a: {} }, 1.5, true, null, "text"])
      expect(readJson(jsonOf(value))).toEqual({ value });
    for (const value of ["", undefined]) expect(readJson(jsonOf(value))).toEqual({ value: "" });
  });

  it("says of anything else what JSON looks like", () => {
    for (const text of ["Tea", "[1,", "{a: 1}", "'x'"])
      expect(readJson(text)).toEqual({ problem: expect.stringContaining('["Tea", "Coffee"]') });
  });
});

describe("the path of a missing value", () => {
  it.each([
    ["name", "name", "name"],
    ["order.id", "order", "order.id"],
    ["items[].name", "items", "name"],
    ["items[].tags[]", "items", "tags"],
    ["items[]", "items", "items"],
    ["a[].b.c", "a", "b.c"],
  ])("%s is of the variable %s and written as %s", (path, variable, written) => {
    expect([variableOf(path), writtenName(path)]).toEqual([variable, written]);
  });

  it("is found where the template writes it", () => {
    const text = "{{.order.id}} {{range .items}}{{.name}}{{end}}";
    expect(occurrencesOf("order.id", text)).toHaveLength(1);
    expect(occurrencesOf("items[].name", text)).toEqual([{ from: 30, to: 39, code: "{{.name}}" }]);
  });
});
