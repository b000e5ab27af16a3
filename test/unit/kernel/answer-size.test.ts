import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerBytes, firstFitting, payloadBytes, refuseLargePayload } from "../../../shared/kernel/answer-size.ts";

const MOST = 6_291_556;

describe("answerBytes()", () => {
  it("is what a value adds to the payload of the answer that it is a part of", () => {
    const empty = payloadBytes({ body: JSON.stringify({ list: [""] }) });
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const whole = payloadBytes({ body: JSON.stringify({ list: [value] }) });
        // The quotation marks of the value, and those of the text around it, are there twice.
        expect(answerBytes(value) - answerBytes("")).toBe(whole - empty);
      }),
    );
  });
});

describe("refuseLargePayload()", () => {
  it.each([
    ["a quotation mark, two bytes", '"', 2],
    ["a control character, six bytes", "\u0001", 6],
    ["half a character, six bytes", "\ud800", 6],
    ["a character of four bytes", "😀", 4],
  ])("counts %s", (_, character, size) => {
    const around = payloadBytes({ body: "" });
    const most = Math.floor((MOST - around) / size);
    const fits = { body: character.repeat(most) };
    expect(refuseLargePayload(fits)).toBe(fits);
    expect(() => refuseLargePayload({ body: character.repeat(most + 1) })).toThrow(
      `is more than Lambda takes (${MOST})`,
    );
    expect(() => refuseLargePayload(fits, size)).toThrow("more than Lambda takes");
  });
});

describe("firstFitting()", () => {
  it("keeps the first of them, in order, and one in any case", () => {
    const size = answerBytes("x".repeat(10));
    const values = ["a", "b", "c"].map((one) => one.repeat(10));
    expect(firstFitting(values, size * 3)).toEqual(values);
    expect(firstFitting(values, size * 3 - 1)).toEqual(values.slice(0, 2));
    expect(firstFitting(values, 1)).toEqual(values.slice(0, 1));
    expect(firstFitting([], 1)).toEqual([]);
  });
});
