import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AREAS, scoreOf } from "../../../bin/mutation-areas.ts";

const cwd = join(import.meta.dirname, "../../..");
const filesOf = ({ include, exclude = [] }: (typeof AREAS)[string]) =>
  globSync([...include], { cwd, exclude: [...exclude] });

describe("the areas of the mutation tests", () => {
  it.each(Object.entries(AREAS).map(([name, area]) => ({ name, area })))("$name has files", ({ area }) => {
    expect(filesOf(area)).not.toEqual([]);
  });

  it("break no file twice", () => {
    const files = Object.values(AREAS).flatMap(filesOf);
    expect(files).toHaveLength(new Set(files).size);
  });

  it("leave adapters, wiring and contracts to other tests", () => {
    const files = Object.values(AREAS).flatMap(filesOf);
    expect(files.filter((file) => /\/(dynamo|smtp|contract)\/|wiring|ports/.test(file))).toEqual([]);
    expect(files).toContain("shared/email/send-email.ts");
  });
});

describe("scoreOf()", () => {
  it("counts what a test noticed, of all that could be noticed", () => {
    expect(scoreOf(["Killed", "Timeout", "Survived", "NoCoverage", "CompileError", "Ignored"])).toBe(50);
    expect(scoreOf(["Survived"])).toBe(0);
    expect(scoreOf(["Ignored"])).toBe(100);
  });
});
