import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { programAt } from "../../support/browsers/browser-program.ts";
import { installedBrowser } from "../../support/browsers/installed-browser.ts";
import { packedBrowser } from "../../support/browsers/packed-browser.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-browsers-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function plant(path: string, script: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

describe("packedBrowser()", () => {
  it("is unpacked once by two at the same time, and is not the one that lies in the folder for temporary files", async () => {
    const [cache, temporary] = [join(folder, "cache"), join(folder, "tmp")];
    await plant(join(temporary, "chromium"), "echo Chromium 1.0.0.0");
    vi.stubEnv("TMPDIR", temporary);
    const [one, other] = await Promise.all([packedBrowser(cache), packedBrowser(cache)]);
    expect(one).toBe(other);
    expect(await readdir(cache)).toEqual([expect.stringMatching(/^chromium-\d+\.\d+\.\d+$/)]);
    const [, major = ""] = /chromium-(\d+)/.exec(one) ?? [];
    expect((await programAt(one))?.version).toMatch(new RegExp(`^${major}\\.`));
  });
});

describe("installedBrowser()", () => {
  const path = (...names: string[]) => names.map((name) => join(folder, name)).join(":");

  it("is the newest that starts, by its own version", async () => {
    await plant(join(folder, "a/chromium"), "echo Chromium 99.0.5000.1 built on a distribution");
    await plant(join(folder, "b/google-chrome"), "echo Google Chrome 156.0.8078.79");
    await plant(join(folder, "c/chromium-browser"), "echo To install it, ask your administrator; exit 1");
    await plant(join(folder, "d/chromium"), "echo Chromium 156.0.8078.8");
    expect(await installedBrowser(path("a", "b", "c", "d", "none"))).toEqual({
      executablePath: join(folder, "b/google-chrome"),
      version: "156.0.8078.79",
    });
  });

  it("is absent where none starts", async () => {
    await plant(join(folder, "c/chromium-browser"), "echo To install it, ask your administrator; exit 1");
    expect(await installedBrowser(path("c", "none"))).toBeUndefined();
  });
});
