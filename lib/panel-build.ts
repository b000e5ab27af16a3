import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "..");
const PANEL = join(ROOT, "panel");
const DIST = join(PANEL, "dist");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
const DRAFT = ".draft-";
const BUILD_TIMEOUT_MS = 60_000;
/** The inputs of a build; the lock file stands for the packages. */
const SOURCES = ["panel/index.html", "panel/vite.config.ts", "panel/src", "panel/public", "package-lock.json"];

/**
 * The folder of the panel's build, made first when its sources have changed. A folder is named after its sources' hash and appears
 * whole, by a rename: several stacks may start at once.
 */
export async function builtPanel(): Promise<string> {
  const folder = join(DIST, await hashOfSources());
  if (await isThere(folder)) return folder;
  await mkdir(DIST, { recursive: true });
  const draft = join(DIST, `${DRAFT}${process.pid}`);
  await promisify(execFile)(
    process.execPath,
    [VITE, "build", PANEL, "--outDir", draft, "--emptyOutDir", "--logLevel", "error"],
    // With another value, as a test run has one, the libraries' builds for developers would go out.
    { cwd: ROOT, timeout: BUILD_TIMEOUT_MS, env: { ...process.env, NODE_ENV: "production" } },
  );
  await putInPlace(draft, folder);
  await removeOlder(folder);
  return folder;
}

/** Another stack may have been faster; its build is as good as ours. */
async function putInPlace(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error;
  }
}

/** A stack that runs has read its build into memory: nothing needs an old one. A young draft may be somebody's at work. */
async function removeOlder(current: string): Promise<void> {
  for (const name of await readdir(DIST)) {
    const folder = join(DIST, name);
    const isAtWork = name.startsWith(DRAFT) && Date.now() - (await changedAt(folder)) < BUILD_TIMEOUT_MS;
    if (folder !== current && !isAtWork) await rm(folder, { recursive: true, force: true });
  }
}

/** When it was changed last, in epoch milliseconds; 0 when it is gone. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

async function hashOfSources(): Promise<string> {
  const files = (await Promise.all(SOURCES.map((source) => filesIn(join(ROOT, source))))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash("sha256");
  for (const [i, file] of files.entries()) hash.update(`${relative(ROOT, file)}\0`).update(contents[i] ?? "");
  return hash.digest("hex").slice(0, 16);
}

async function filesIn(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const isThere = async (path: string): Promise<boolean> => (await changedAt(path)) > 0;
