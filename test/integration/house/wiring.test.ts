import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const files = globSync("shared/{*/*wiring.ts,composition/*.ts}", { cwd: ROOT });

describe("wiring files", () => {
  it("are found", () => {
    expect(files.length).toBeGreaterThan(9);
  });

  it.each(files)("%s marks what it builds, so that a bundle leaves out what its function does not use", (file) => {
    const unmarked = readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .filter((line) => /^(export )?const \w+ = (?!\/\* @__PURE__ \*\/ (once|lazy)\(|\(|async |\d|\{)/.test(line));
    expect(unmarked).toEqual([]);
  });
});
