import { existsSync, globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";

export interface ProjectFile {
  /** This path begins at the root of the repository and has slashes. */
  readonly path: string;
  readonly text: string;
}

const READ = "**/*.{ts,tsx,js,mjs,cjs,md}";

/** Returns the files that people write (code, tests and pages), without those that the repository ignores. */
export function projectFiles(root: string): readonly ProjectFile[] {
  const isIgnored = ignoredBy(root);
  return globSync(READ, { cwd: root, exclude: (path) => isIgnored(path.replaceAll("\\", "/")) })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !isIgnored(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Reads `.gitignore` in the two forms that this repository uses: a name at any depth, or a path from the root. */
function ignoredBy(root: string): (path: string) => boolean {
  const file = join(root, ".gitignore");
  const lines = (existsSync(file) ? readFileSync(file, "utf8") : "").split("\n").map((line) => line.trim());
  const globs = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replace(/\/$/, ""))
    .map((line) => (line.includes("/") ? line.replace(/^\//, "") : `**/${line}`));
  return (path) => path === ".git" || globs.some((glob) => matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`));
}
