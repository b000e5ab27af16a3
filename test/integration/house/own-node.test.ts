import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const { version, packages } = JSON.parse(readFileSync(join(ROOT, "bin/node.json"), "utf8"));
const { name, integrity } = packages["linux-x64"];

/** Reports the version of an old Node, so that the script runs as it does on an old Node. */
const AS_OLD_NODE = `data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
Object.defineProperty(process, "platform", { value: "linux" }); Object.defineProperty(process, "arch", { value: "x64" });`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-own-node-"));
  mkdirSync(join(folder, "bin"));
  for (const file of ["npm.mjs", "own-node.mjs", "node.json"])
    cpSync(join(ROOT, "bin", file), join(folder, "bin", file));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Replaces npm by a program that puts a Node into the given folder, and notes its checksum as npm does. */
function npmThatFetches(noted: string, code = 0): void {
  const place = `node_modules/.own-node/node_modules/${name}`;
  const lock = JSON.stringify({ packages: { [`node_modules/${name}`]: { version, integrity: noted } } });
  const script = `#!/bin/sh
cd "${folder}"; echo "$@" >> calls
mkdir -p ${place}/bin
printf '%s' '${JSON.stringify({ version })}' > ${place}/package.json
printf '#!/bin/sh\\necho fetched\\n' > ${place}/bin/node; chmod +x ${place}/bin/node
printf '%s' '${lock}' > node_modules/.own-node/package-lock.json
exit ${code}
`;
  writeFileSync(join(folder, "npm"), script);
  chmodSync(join(folder, "npm"), 0o755);
}

function run(...options: string[]) {
  const { npm_execpath: _npm, ...env } = process.env;
  return spawnSync(process.execPath, [...options, join(folder, "bin/own-node.mjs")], {
    encoding: "utf8",
    timeout: 60_000,
    env: { ...env, PATH: `${folder}${delimiter}${env.PATH}` },
  });
}
const program = () => join(folder, "node_modules/.bin/node");
const calls = () =>
  existsSync(join(folder, "calls")) ? readFileSync(join(folder, "calls"), "utf8").trim().split("\n") : [];

describe("bin/own-node.mjs", () => {
  it("leaves a machine alone whose own Node is new enough", () => {
    npmThatFetches(integrity);
    expect(run().status).toBe(0);
    expect([calls(), existsSync(join(folder, "node_modules"))]).toEqual([[], false]);
  });

  it.skipIf(process.platform === "win32")(
    "fetches the project's Node once where it is too old, and puts it first",
    () => {
      npmThatFetches(integrity);
      const { status, stdout } = run("--import", AS_OLD_NODE);
      expect(status).toBe(0);
      expect(stdout).toContain(`fetching Node ${version}: this machine has 20.20.2, and Herald needs 24`);
      expect(calls()).toEqual([expect.stringContaining(` ${name}@${version} `)]);
      expect(spawnSync(program(), { encoding: "utf8" }).stdout).toBe("fetched\n");
      const { ino } = lstatSync(program());
      expect(run("--import", AS_OLD_NODE).status).toBe(0);
      expect(calls()).toHaveLength(1);
      // The program is not replaced, because another process may be starting it.
      expect(lstatSync(program()).ino).toBe(ino);
    },
  );

  it("runs nothing of a Node with another checksum, and says what to do", () => {
    npmThatFetches("sha512-another");
    const { status, stderr } = run("--import", AS_OLD_NODE);
    expect(status).toBe(1);
    expect(stderr).toContain("not the one that was expected (sha512-another): install Node 24 yourself");
    expect(existsSync(program())).toBe(false);
  });

  it("says what to do when it cannot be fetched", () => {
    npmThatFetches(integrity, 7);
    const { status, stderr } = run("--import", AS_OLD_NODE);
    expect(status).toBe(7);
    expect(stderr).toContain(`Node ${version} cannot be fetched`);
    expect(stderr).toContain("install Node 24 yourself");
    expect(existsSync(program())).toBe(false);
  });
});
