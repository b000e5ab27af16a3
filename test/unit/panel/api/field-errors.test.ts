import { describe, expect, it } from "vitest";
import { apiErrorOf } from "../../../../panel/src/api/api-error.ts";
import { fieldErrorsOf } from "../../../../panel/src/api/field-errors.ts";

const errors = [
  { field: "host", message: "host is required" },
  { field: "trusted_domains", message: "trusted_domains must hold bare domain names" },
];

describe("fieldErrorsOf()", () => {
  it("says what is wrong with each field in the words of its label", () => {
    const errorFor = fieldErrorsOf(apiErrorOf(400, { error: "host is required", errors }));
    expect(errorFor("host", "Host")).toBe("Host is required");
    expect(errorFor("trusted_domains", "Recipient domains")).toBe("Recipient domains must hold bare domain names");
    expect(errorFor("port", "Port")).toBeUndefined();
  });

  it("takes a refusal without a list for that of its field", () => {
    const errorFor = fieldErrorsOf(apiErrorOf(409, { error: "alias is taken" }));
    expect(errorFor("alias", "Alias")).toBe("Alias is taken");
    expect(errorFor("name", "Name")).toBeUndefined();
  });

  it.each([
    undefined,
    new Error("host is required"),
    apiErrorOf(502, "<html>"),
    apiErrorOf(400, { error: "x", errors: [1, {}] }),
  ])("finds none in %s", (error) => {
    expect(fieldErrorsOf(error)("host", "Host")).toBeUndefined();
  });
});
