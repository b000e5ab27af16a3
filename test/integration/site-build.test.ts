import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtSite } from "../../lib/site-build.ts";

describe("builtSite()", () => {
  let folder: string;
  let builds = 0;
  const site = (sources = ["package.json"]) =>
    builtSite({
      folder,
      sources,
      build: async (draft) => {
        builds += 1;
        await mkdir(draft);
        await writeFile(join(draft, "index.html"), "<p>");
      },
    });
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "herald-site-")), "builds");
    builds = 0;
  });
  afterEach(() => rm(join(folder, ".."), { recursive: true }));

  it("builds once for the same sources", async () => {
    const built = await site();
    expect(await readdir(built)).toEqual(["index.html"]);
    expect([await site(), builds]).toEqual([built, 1]);
  });

  it("builds again for other sources, and keeps the newest build alone", async () => {
    const first = await site();
    const second = await site(["package.json", "tsconfig.json"]);
    expect(second).not.toBe(first);
    expect([await readdir(folder), builds]).toEqual([[second.split("/").at(-1)], 2]);
  });

  it("leaves a young draft alone: somebody may be at work on it", async () => {
    await mkdir(join(folder, ".draft-1"), { recursive: true });
    await site();
    expect(await readdir(folder)).toHaveLength(2);
  });

  it("fails with the build, and tries again the next time", async () => {
    const failing = builtSite({ folder, sources: ["package.json"], build: () => Promise.reject(new Error("no")) });
    await expect(failing).rejects.toThrow("no");
    await site();
    expect(builds).toBe(1);
  });
});
