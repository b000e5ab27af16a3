import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AREAS } from "../../../bin/mutation-areas.ts";

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
    expect(files.filter((file) => /\/(dynamo|smtp|dns|http|contract|ports)\/|wiring|\/ports\.ts$/.test(file))).toEqual(
      [],
    );
    expect(files).toContain("shared/email/send-email.ts");
  });
});
