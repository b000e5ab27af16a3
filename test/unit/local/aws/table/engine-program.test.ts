import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EngineSource, engineProgram } from "../../../../../local/aws/table/engine-program.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-engine-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const WAY_OUT = /HERALD_DYNAMODB_ENDPOINT \(http:\/\/127\.0\.0\.1:8000\)\.$/;

/** Plays npm: puts the program into the folder, and a note of it. */
const putting =
  (note: object, program = "dynoxide") =>
  async (spec: string, into: string): Promise<void> => {
    const name = spec.slice(0, spec.lastIndexOf("@"));
    mkdirSync(join(into, "node_modules", name), { recursive: true });
    writeFileSync(join(into, "node_modules", name, program), "");
    writeFileSync(join(into, "package-lock.json"), JSON.stringify({ packages: { [`node_modules/${name}`]: note } }));
  };

function source(
  changes: Partial<EngineSource> = {},
): EngineSource & { readonly said: string[]; readonly asked: string[] } {
  const said: string[] = [];
  const asked: string[] = [];
  const { fetch = putting({ version: "1.2.1", integrity: "sha512-x" }), ...rest } = changes;
  return {
    platform: "linux-x64",
    folder,
    installed: () => undefined,
    say: (line) => said.push(line),
    ...rest,
    fetch: (spec, into) => {
      asked.push(spec);
      return fetch(spec, into);
    },
    said,
    asked,
  };
}

describe("the table engine's program", () => {
  it("is the installed one, and nothing is asked for", async () => {
    const installed = source({ installed: (name) => `/packages/${name}` });
    expect(await engineProgram(installed)).toBe(join("/packages/@dynoxide/linux-x64", "dynoxide"));
    expect([installed.said, installed.asked]).toEqual([[], []]);
  });

  it.each([
    ["linux-x64", "dynoxide"],
    ["linux-arm64", "dynoxide"],
    ["darwin-x64", "dynoxide"],
    ["darwin-arm64", "dynoxide"],
    ["win32-x64", "dynoxide.exe"],
  ])("is asked for on %s by its exact version, once", async (platform, program) => {
    const fetch = putting({ version: "1.2.1", integrity: "sha512-x" }, program);
    const first = source({ platform, fetch });
    const path = join(folder, "node_modules", `@dynoxide/${platform}`, program);
    expect(await engineProgram(first)).toBe(path);
    expect(first.asked).toEqual([`@dynoxide/${platform}@1.2.1`]);
    expect(first.said).toEqual([`fetching the table engine for ${platform} (@dynoxide/${platform} 1.2.1) ...`]);
    const again = source({ platform, fetch });
    expect(await engineProgram(again)).toBe(path);
    expect(again.asked).toEqual([]);
  });

  it("is asked for again when an older one is there", async () => {
    await engineProgram(source());
    await putting({ version: "1.2.0", integrity: "sha512-x" })("@dynoxide/linux-x64@1.2.0", folder);
    const later = source();
    await engineProgram(later);
    expect(later.asked).toEqual(["@dynoxide/linux-x64@1.2.1"]);
  });

  it("says of a platform without one what the way out is", async () => {
    const none = source({ platform: "sunos-x64" });
    await expect(engineProgram(none)).rejects.toThrow(WAY_OUT);
    expect(none.asked).toEqual([]);
  });

  it("says why it cannot be fetched, and what the way out is", async () => {
    const fetch = () => Promise.reject(new Error("404 Not Found"));
    const failure = await engineProgram(source({ platform: "darwin-arm64", fetch })).catch((error: Error) => error);
    expect(failure).toMatchObject({
      message: expect.stringMatching(
        /^No embedded table engine for darwin-arm64: @dynoxide\/darwin-arm64 1\.2\.1 cannot be fetched\. /,
      ),
      cause: { message: "404 Not Found" },
    });
    expect(String(failure)).toMatch(WAY_OUT);
  });

  it.each([{ version: "1.2.1" }, { version: "1.2.2", integrity: "sha512-x" }])(
    "is not run when npm notes %j of it",
    async (note) => {
      await expect(engineProgram(source({ fetch: putting(note) }))).rejects.toThrow("no checksum or another version");
    },
  );
});
