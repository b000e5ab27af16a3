import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const UNIT = "test/unit";
/**
 * Returns the folders of the code that unit tests of a folder cover. Tests of `shared/email/domain` are in
 * `email/domain`, those of `panel/src/api` in `panel/api`, and those of any other part under its own path.
 */
const foldersOf = (folder: string): readonly string[] => [
  join("shared", folder),
  folder.replace(/^panel(?=\/|$)/, "panel/src"),
];
const isFolder = (folder: string): boolean => foldersOf(folder).some((path) => existsSync(join(ROOT, path)));

it("each unit test lies at the path of what it tests", () => {
  const files = globSync("**/*.test.ts", { cwd: join(ROOT, UNIT) });
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => !isFolder(dirname(file)))).toEqual([]);
  expect(["use-cases", "email/rooms"].map(isFolder)).toEqual([false, false]);
});
