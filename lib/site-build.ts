import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
const DRAFT = ".draft-";
export const BUILD_TIMEOUT_MS = 120_000;

export interface SiteBuild {
  /** This folder keeps builds, each in a folder named after the hash of its sources. */
  readonly folder: string;
  /** Lists files and folders of the repository. The lock file stands for the packages. */
  readonly sources: readonly string[];
  /** Writes the site into a folder that does not exist yet. */
  build(folder: string): Promise<unknown>;
  /** The function that is called before a build, which takes seconds. */
  readonly onBuild?: (() => void) | undefined;
}

/**
 * Returns the folder of a site's build, and builds first if the sources have changed. A rename makes the folder appear,
 * because several processes may build at once.
 */
export async function builtSite({ folder: builds, sources, build, onBuild }: SiteBuild): Promise<string> {
  const folder = join(builds, await hashOf(sources));
  if (await isThere(folder)) return folder;
  onBuild?.();
  await mkdir(builds, { recursive: true });
  const draft = join(builds, `${DRAFT}${process.pid}`);
  await build(draft);
  await putInPlace(draft, folder);
  await removeOlder(builds, folder);
  return folder;
}

/** Moves a draft into place. If another process was faster, its build is used. */
async function putInPlace(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error;
  }
}

/**
 * Removes older builds. A running stack has read its build into memory, so it does not need the folder. A young draft
 * may belong to a process that is still building.
 */
async function removeOlder(builds: string, current: string): Promise<void> {
  for (const name of await readdir(builds)) {
    const folder = join(builds, name);
    const isAtWork = name.startsWith(DRAFT) && Date.now() - (await changedAt(folder)) < BUILD_TIMEOUT_MS;
    if (folder !== current && !isAtWork) await rm(folder, { recursive: true, force: true });
  }
}

/** Returns when the path last changed, in epoch milliseconds; 0 if it is gone. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

async function hashOf(sources: readonly string[]): Promise<string> {
  const files = (await Promise.all(sources.map((source) => filesIn(join(ROOT, source))))).flat().sort();
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
