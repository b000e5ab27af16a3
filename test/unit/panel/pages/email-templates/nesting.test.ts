import { describe, expect, it } from "vitest";
import { isTooDeep } from "../../../../../panel/src/pages/email-templates/nesting.ts";

describe("isTooDeep()", () => {
  it("tells elements in one another from elements one after the other", () => {
    expect(isTooDeep("<div>".repeat(100_000))).toBe(true);
    expect(isTooDeep("<TABLE a='>'><tr><td>".repeat(2000))).toBe(true);
    expect(isTooDeep("<div>one</div>".repeat(50_000))).toBe(false);
    expect(isTooDeep("<p>one<br><img src=x><li>two".repeat(50_000))).toBe(false);
    expect(isTooDeep(`${"<div>".repeat(400)}${"</div>".repeat(800)}${"<div>".repeat(900)}`)).toBe(false);
    expect(isTooDeep("1 < 2 and <".repeat(10_000))).toBe(false);
  });
});
