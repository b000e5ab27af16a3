import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Built, keptBuild } from "../../../../lib/cloud/kept-builds.ts";

const SIZES = { mainBytes: 1, chunkBytes: 2, startBytes: 3 };

let root: string;
let builds: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "herald-kept-"));
  builds = 0;
  write("a.ts", "one");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a file and sets its modification time one minute back. */
function write(name: string, text: string): void {
  writeFileSync(join(root, name), text);
  const at = Date.now() / 1000 - 60;
  utimesSync(join(root, name), at, at);
}
function built(): Built {
  builds += 1;
  return { files: { "index.mjs": `build ${builds}` }, sizes: SIZES, inputs: ["a.ts"] };
}
const asked = (of: { entry?: string; madeBy?: string } = {}, build = built): string | undefined =>
  keptBuild({ keptIn: join(root, "kept"), root, entry: "a.ts", madeBy: "tool 1", ...of }, build).files["index.mjs"];

describe("a kept build", () => {
  it("is taken again while nothing has changed", () => {
    expect([asked(), asked(), asked()]).toEqual(["build 1", "build 1", "build 1"]);
  });

  it.each(["a.ts", "package.json", "package-lock.json", "tsconfig.json"])(
    "is made anew when %s has changed",
    (name) => {
      asked();
      write(name, "three");
      expect([asked(), asked()]).toEqual(["build 2", "build 2"]);
    },
  );

  it("is made anew when a file that it had read is gone", () => {
    asked();
    rmSync(join(root, "a.ts"));
    expect(asked()).toBe("build 2");
  });

  it("is another one for another entry, and for another tool or other settings of it", () => {
    expect([asked(), asked({ entry: "b.ts" }), asked({ madeBy: "tool 2" })]).toEqual(["build 1", "build 2", "build 3"]);
  });

  it("is not kept when a file changed while it was made", () => {
    const changing = (): Built => {
      writeFileSync(join(root, "a.ts"), "two");
      return built();
    };
    expect([asked({}, changing), asked()]).toEqual(["build 1", "build 2"]);
  });
});
