import type { CallToolResult } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { answerBytes } from "../../../shared/kernel/answer-size.ts";
import { resultBudget } from "../../../shared/mcp/result-budget.ts";

const ALL_RESULTS = 5_000_000;
const ALWAYS_GIVEN = 8192;

const textResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });
/** Returns a result with text alone that takes this many bytes of the answer. */
const resultOf = (bytes: number) => textResult("x".repeat(bytes - answerBytes(textResult(""))));
const TOO_LARGE = { content: [{ type: "text", text: expect.stringContaining("ask for it alone") }], isError: true };

describe("resultBudget()", () => {
  it("gives results until the budget is used up to the byte", () => {
    const fitted = resultBudget();
    for (const half of [resultOf(ALL_RESULTS / 2), resultOf(ALL_RESULTS / 2)]) expect(fitted(half)).toBe(half);
    expect(fitted(resultOf(ALWAYS_GIVEN + 1))).toEqual(TOO_LARGE);
  });

  it("gives a small result even where nothing is left", () => {
    const fitted = resultBudget();
    fitted(resultOf(ALL_RESULTS));
    const small = resultOf(ALWAYS_GIVEN);
    expect(fitted(small)).toBe(small);
  });

  it("tells to ask alone for a text that is too large, since it has no other form", () => {
    expect(resultBudget()(resultOf(ALL_RESULTS + 1))).toEqual(TOO_LARGE);
  });

  it("says a large structured result once", () => {
    const structuredContent = { text: "x".repeat(ALL_RESULTS / 2) };
    const given = resultBudget()({
      content: [{ type: "text", text: JSON.stringify(structuredContent) }],
      structuredContent,
    });
    expect(given).toEqual({
      structuredContent,
      content: [{ type: "text", text: expect.stringContaining("structuredContent only") }],
    });
  });
});
