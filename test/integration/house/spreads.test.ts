import { beforeAll, describe, expect, it } from "vitest";
import { LINT_TIMEOUT_MS, lintFiles } from "../../support/lint.ts";

const FOLDERS = ["shared/keys", "shared/keys/dynamo", "shared/kernel", "functions/http", "lib", "local", "ops", "bin"];
const BEFORE = "declare const is: boolean;\ndeclare const given: { b?: number };\nexport const a =";
const REFUSED = ["{ ...{ a: 1 } }", "{ ...{ a: 1, ...given }, b: 2 }", "{ a: [{ ...{ b: 1 } }] }"];
const ALLOWED = ["{ ...given, a: 1 }", "{ ...(is ? { a: 1 } : {}) }", "{ ...(is && { a: 1 }) }", "{ a: { b: 1 } }"];
const fileOf = (folder: string, code: string): string => `${folder}/file-${[...REFUSED, ...ALLOWED].indexOf(code)}.ts`;

let complaints: ReadonlyMap<string, string[]>;
beforeAll(async () => {
  const files = FOLDERS.flatMap((folder) =>
    [...REFUSED, ...ALLOWED].map((code) => [fileOf(folder, code), `${BEFORE} ${code};`]),
  );
  complaints = await lintFiles(Object.fromEntries(files));
}, LINT_TIMEOUT_MS);

describe.each(FOLDERS)("an object in %s", (folder) => {
  it.each(REFUSED)("has no literal spread into it: %s", (code) => {
    expect(complaints.get(fileOf(folder, code))).toEqual(["no-restricted-syntax"]);
  });

  it.each(ALLOWED)("may be written as %s", (code) => {
    expect(complaints.get(fileOf(folder, code))).toEqual([]);
  });
});
