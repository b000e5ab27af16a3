import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projects } from "../../support/projects.ts";

const cwd = join(import.meta.dirname, "../../..");
const filesOf = ({ include, exclude }: { include: readonly string[]; exclude: readonly string[] }) =>
  globSync([...include], { cwd, exclude: [...exclude] });

describe("the projects of the tests", () => {
  it("run every test file once", () => {
    const run = projects(false).flatMap(filesOf).sort();
    expect(run).toEqual(globSync("test/**/*.test.ts", { cwd }).sort());
  });

  it("let each part run alone", () => {
    const parts = new Set(projects(false).map(({ name }) => name.split("-")[0]));
    expect([...parts].sort()).toEqual(["emulators", "panel", "product", "world"]);
    const files = (part: string) =>
      projects(false)
        .filter(({ name }) => name.startsWith(part))
        .flatMap(filesOf);
    for (const part of parts) expect([part, files(`${part}-`).length > 0]).toEqual([part, true]);
  });

  it("open every page in the machine's browser too, and examine none there", () => {
    const [installed, ...more] = projects(true).filter(({ name }) => name.endsWith("-installed"));
    expect(more).toEqual([]);
    expect(installed && filesOf(installed).sort()).toEqual([
      "test/browser/every-page.test.ts",
      "test/browser/telephone.test.ts",
    ]);
  });
});
