import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestName } from "../../../../lib/nearest-name.ts";
import { exportsFor, shellOf } from "../../../../ops/shell/exports.ts";
import { fieldOf } from "../../../../ops/shell/field-of.ts";

describe("exportsFor()", () => {
  it("writes one line a variable in the words of each shell", () => {
    const variables = { A: "x", B: "it's" };
    expect(exportsFor("sh", variables)).toBe(`export A='x'\nexport B='it'\\''s'`);
    expect(exportsFor("fish", variables)).toBe(String.raw`set -gx A 'x'${"\n"}set -gx B 'it\'s'`);
    expect(exportsFor("powershell", variables)).toBe("$env:A = 'x'\n$env:B = 'it''s'");
  });

  it("is read back by a shell as it was, and runs nothing", () => {
    const text = fc.string({ unit: fc.constantFrom("'", '"', "$", "(", ")", "`", "\\", ";", "\n", "é", "a", " ") });
    fc.assert(
      fc.property(text, (value) => {
        const script = `${exportsFor("sh", { GIVEN: value })}\nprintf '%s|' "$GIVEN"`;
        expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe(`${value}|`);
      }),
      { numRuns: 30 },
    );
  });

  it("speaks the shell that the environment names", () => {
    expect(shellOf({ SHELL: "/usr/bin/fish" })).toBe("fish");
    expect(shellOf({ SHELL: "/bin/zsh", PSModulePath: "x" })).toBe("sh");
    expect(shellOf({ PSModulePath: "x" })).toBe("powershell");
    expect(shellOf({})).toBe("sh");
  });
});

describe("fieldOf()", () => {
  it.each([
    [{ id: "a" }, "id", "a"],
    [{ results: [{ notification: { id: "b" } }] }, "results.0.notification.id", "b"],
    [{ id: null }, "id", null],
    [{ id: "a" }, "id.length", undefined],
    [{ id: "a" }, "constructor", undefined],
    [[], "length.x", undefined],
    ["text", "0", undefined],
  ])("of %j at %s is %j", (value, path, found) => {
    expect(fieldOf(value, path)).toBe(found);
  });
});

describe("nearestName()", () => {
  const known = ["HERALD_PORT", "HERALD_AUTH_PORT", "HERALD_DATA_DIR"];
  it.each([
    ["HERALD_PROT", "HERALD_PORT"],
    ["HERALD_DATADIR", "HERALD_DATA_DIR"],
    ["HERALD_AUTHPORT", "HERALD_AUTH_PORT"],
    ["HERALD_SOMETHING_ELSE", undefined],
  ])("of %s is %s", (name, nearest) => {
    expect(nearestName(name, known)).toBe(nearest);
  });
});
