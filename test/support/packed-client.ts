import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const TIMEOUT_MS = 400_000;
const run = promisify(execFile);

/** Packs the client from a copy of its folder, because other tests may pack it too. Returns the name of the file in `into`. */
export async function packClient(into: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "herald-client-"));
  try {
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const isSource = (path: string) => !/\/(?:dist|node_modules)$/.test(path);
    await cp(join(ROOT, "client"), join(folder, "client"), { recursive: true, filter: isSource });
    const env = { ...process.env, npm_config_offline: "true", npm_config_update_notifier: "false" };
    const options = { cwd: join(folder, "client"), env, timeout: TIMEOUT_MS };
    await run("npm", ["pack", "--silent", "--pack-destination", into], options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const packed = (await readdir(into)).find((name) => /^herald-client-.*\.tgz$/.test(name));
  if (packed === undefined) throw new Error("npm packed nothing");
  return join(into, packed);
}

/** Puts the packed client into the `node_modules` of a program, as if it came from a registry. */
export async function installClient(program: string): Promise<string> {
  const folder = join(program, "node_modules/@herald/client");
  await mkdir(folder, { recursive: true });
  const packed = await packClient(program);
  await run("tar", ["-xzf", packed, "-C", folder, "--strip-components=1"], { timeout: TIMEOUT_MS });
  return packed;
}
