import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requireTests, runsSystemTests, testsOutcome } from "../../../../../ops/prove/checks/system-tests.ts";
import { aProving } from "../../../../support/a-proving.ts";

const never = new AbortController().signal;
const aRun = (given: object = {}, exitCode: unknown = 0) => ({
  exitCode,
  output: "the last lines",
  results: { success: true, numPassedTests: 9, numFailedTests: 0, testResults: [{ assertionResults: [] }], ...given },
});

describe("runsSystemTests()", () => {
  it("is not proven when tests that were asked for cannot run", async () => {
    const proving = { ...aProving({ recordsMails: false }), withTests: true };
    await expect(runsSystemTests(proving, never)).rejects.toThrow("--tests does not go with --smtp");
    expect(() => requireTests({ recordsMails: true }, join(import.meta.dirname, "no-program.mjs"))).toThrow(
      "--tests needs the packages",
    );
    expect((await runsSystemTests(aProving(), never)).result).toBe("skipped");
  });
});

describe("testsOutcome()", () => {
  it("tells how many pass", () => {
    expect(testsOutcome(aRun()).seen).toBe("9 tests of 1 files pass, unchanged");
  });

  it("fails when the program fails although no test does", () => {
    for (const run of [aRun({}, 1), aRun({}, null), aRun({ success: false })])
      expect(() => testsOutcome(run)).toThrow("9 tests passed, but the program ended with");
    expect(() => testsOutcome(aRun({}, 1))).toThrow("1: the last lines");
  });

  it("names tests that fail, and fails where none ran", () => {
    const failed = { assertionResults: [{ status: "failed", fullName: "templates: it breaks" }] };
    const some = aRun({ success: false, numFailedTests: 1, testResults: [failed] }, 1);
    expect(() => testsOutcome(some)).toThrow("1 tests failed, 9 passed: templates: it breaks");
    expect(() => testsOutcome(aRun({ numPassedTests: 0 }))).toThrow("0 tests failed, 0 passed");
  });
});
