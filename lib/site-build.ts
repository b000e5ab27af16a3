import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
const DRAFT = ".draft-";
export const BUILD_TIMEOUT_MS = 120_000;

export interface SiteBuild {
  /** Where the builds are kept, each in a folder that is named after its sources' hash. */
  readonly folder: string;
  /** Files and folders of the repository; the lock file stands for the packages. */
  readonly sources: readonly string[];
  /** Writes the site into a folder that is not there yet. */
  build(folder: string): Promise<unknown>;
  /** Called before a build, which takes seconds. */
  readonly onBuild?: (() => void) | undefined;
}

/** The folder of a site's build, made first when its sources have changed. It appears whole, by a rename: several may build at once. */
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

/** Another process may have been faster; its build is as good as ours. */
async function putInPlace(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error;
  }
}

/** A stack that runs has read its build into memory: nothing needs an old one. A young draft may be somebody's at work. */
async function removeOlder(builds: string, current: string): Promise<void> {
  for (const name of await readdir(builds)) {
    const folder = join(builds, name);
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
