import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

describe("the commands of the repository", () => {
  it.each(["start", "test", "bench", "synth", "deploy", "check"])("have npm run %s (M-commands)", (name) => {
    expect(scripts[name]).toBeDefined();
    // The command `herald` installs missing packages by itself.
    const installs = [scripts[`pre${name}`], scripts[name]].filter((script) => script !== undefined);
    expect(installs.join("\n")).toMatch(/^node bin\/install-missing\.mjs\b|bin\/herald\.mjs\b/m);
  });
});

describe("bin/install-missing.mjs (M-install)", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "herald-install-"));
    mkdirSync(join(folder, "bin"));
    mkdirSync(join(folder, "node_modules"));
    for (const name of ["install-missing.mjs", "npm.mjs", "own-node.mjs", "node.json"])
      cpSync(join(ROOT, "bin", name), join(folder, "bin", name));
    lock("1.0.0");
    npmThatEnds(0);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const lock = (version: string) =>
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: { "node_modules/a": { version } } }));

  /**
   * Replaces npm by a program that notes its call and, when it succeeds, the packages that it has installed, as npm
   * does.
   */
  function npmThatEnds(code: number): void {
    const file = join(folder, "npm");
    const installs = code === 0 ? "cp package-lock.json node_modules/.package-lock.json" : "";
    writeFileSync(file, `#!/bin/sh\necho "$@" >> calls\n${installs}\nexit ${code}\n`);
    chmodSync(file, 0o755);
  }
  const run = (more: NodeJS.ProcessEnv = {}) => {
    // Inside a script, npm names its own program, which would be called instead of the replacement.
    const { npm_execpath: _npm, ...env } = process.env;
    return spawnSync(process.execPath, [join(folder, "bin/install-missing.mjs"), "all"], {
      encoding: "utf8",
      timeout: 180_000,
      env: { ...env, PATH: `${folder}${delimiter}${env.PATH}`, ...more },
    }).status;
  };
  const calls = () => {
    const file = join(folder, "calls");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0;
  };

  it("installs what is missing once, and again when the lock file has changed", () => {
    expect([run(), calls()]).toEqual([0, 1]);
    expect([run(), calls()]).toEqual([0, 1]);
    lock("2.0.0");
    expect([run(), calls()]).toEqual([0, 2]);
  });

  it("calls the program that npm names inside a script", () => {
    const program = join(folder, "npm-cli.mjs");
    writeFileSync(program, 'import { appendFileSync } from "node:fs";\nappendFileSync("calls", "by its path\\n");\n');
    expect([run({ npm_execpath: program }), calls()]).toEqual([0, 1]);
  });

  it("fails with npm's own code, and tries again the next time", () => {
    npmThatEnds(7);
    expect([run(), calls()]).toEqual([7, 1]);
    npmThatEnds(0);
    expect([run(), calls()]).toEqual([0, 2]);
  });
});
