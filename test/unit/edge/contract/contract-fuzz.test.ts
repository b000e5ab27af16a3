import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breachIn, reproduction } from "../../../support/contract-fuzz/answer-check.ts";
import type { Operation } from "../../../support/contract-fuzz/requests.ts";
import { brokenValuesOf, valuesOf } from "../../../support/contract-fuzz/schema-arbitrary.ts";

const thing = { type: "object", properties: { id: { type: "string" } }, required: ["id"], additionalProperties: false };
const operation: Operation = {
  operationId: "getThing",
  security: [],
  responses: {
    "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
    "204": {},
    "429": { $ref: "#/components/responses/TooManyRequests" },
  },
};
const limited = { content: { "text/plain": { schema: { type: "string", const: "too many requests" } } } };
const reference = { schemas: { Thing: thing }, responses: { TooManyRequests: limited } };
const breach = (status: number, text: string, type = "application/json", id = "r-1") => {
  const headers = new Headers({ "content-type": type, ...(id === "" ? {} : { "x-request-id": id }) });
  return breachIn({ status, text, headers }, operation, reference);
};

describe("breachIn()", () => {
  it("lets pass what the document promises", () => {
    expect(breach(200, '{"id":"1"}')).toBeUndefined();
    expect(breach(204, "", "")).toBeUndefined();
    expect(breach(429, "too many requests", "text/plain; charset=utf-8")).toBeUndefined();
  });

  it("names every way to break it", () => {
    expect(breach(500, "{}")).toMatch(/^500/);
    expect(breach(404, "{}")).toMatch(/^undeclared status 404/);
    expect(breach(200, '{"id":"1"}', "application/json", "")).toBe("no x-request-id");
    expect(breach(200, '{"id":"1"}', "text/html")).toBe("text/html instead of application/json");
    expect(breach(200, '{"id":1}')).toContain("expected string");
    expect(breach(200, "{}")).toBeDefined();
    expect(breach(200, '{"id":"1","secret":"2"}')).toContain("secret");
    expect(breach(204, "x")).toBe("an undeclared body: x");
    expect(breach(429, "slow down", "text/plain")).toBeDefined();
  });
});

describe("the generated values", () => {
  const world = { schemas: { Thing: thing }, hints: {} };

  it("fit the schema, and mostly do not once they are broken", () => {
    const whole = {
      type: "object",
      properties: { one: { $ref: "#/components/schemas/Thing" }, n: { type: "integer", minimum: 1, maximum: 3 } },
      required: ["one", "n"],
    };
    const valid = valuesOf(whole, world);
    fc.assert(
      fc.property(valid, (value) => {
        const { one, n } = value as { one: { id: unknown }; n: number };
        return typeof one.id === "string" && n >= 1 && n <= 3;
      }),
    );
    const texts = new Set(
      fc.sample(brokenValuesOf(valid), { numRuns: 100, seed: 1 }).map((value) => JSON.stringify(value)),
    );
    expect(texts.size).toBeGreaterThan(60);
    expect([...texts].some((text) => text?.includes("surplus"))).toBe(true);
  });
});

describe("reproduction()", () => {
  it("is a command, with credentials by their names", () => {
    const request = { method: "POST", path: "/x", headers: { authorization: "Bearer secret" }, content: "{}" };
    expect(reproduction(request, { secret: "$KEY" })).toBe(
      `curl -X POST "$URL/x" -H 'authorization: Bearer $KEY' --data-binary '{}'`,
    );
  });
});
