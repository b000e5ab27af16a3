import { describe, expect, it } from "vitest";
import { hasFailed, lineOf, scoreOf } from "../../../bin/mutation-result.ts";

const statuses = (killed: number, survived: number) => [
  ...Array<string>(killed).fill("Killed"),
  ...Array<string>(survived).fill("Survived"),
];

describe("scoreOf()", () => {
  it("counts killed mutants, of all that a test could kill", () => {
    expect(scoreOf(["Killed", "Timeout", "Survived", "NoCoverage", "CompileError", "Ignored"])).toBe(50);
    expect(scoreOf(["Survived"])).toBe(0);
    expect(scoreOf(["Ignored"])).toBe(100);
  });
});

describe("the result of an area", () => {
  it("fails below the threshold, and not at it", () => {
    expect(hasFailed({ area: "keys", statuses: statuses(79, 21) })).toBe(true);
    expect(hasFailed({ area: "keys", statuses: statuses(80, 20) })).toBe(false);
  });

  it("fails where the area is not measured, and says why", () => {
    const result = { area: "keys", statuses: "Stryker ended with 1" };
    expect(hasFailed(result)).toBe(true);
    expect(lineOf(result)).toBe("keys            not measured: Stryker ended with 1");
  });

  it("shows the score, and how many mutants are left", () => {
    expect(lineOf({ area: "keys", statuses: statuses(4, 1) })).toBe("keys             80.0 %  4 killed, 1 left");
    expect(lineOf({ area: "mcp", statuses: [...statuses(3, 0), "NoCoverage"] })).toBe(
      "mcp              75.0 %  3 killed, 1 left, below 80",
    );
  });
});
