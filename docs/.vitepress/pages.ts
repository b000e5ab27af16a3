import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** Maps the path of each page, without its ending, to its title. */
export function titlesOfPages(folder: string): ReadonlyMap<string, string> {
  const names = globSync("**/*.md", {
    cwd: folder,
    exclude: (name) => name === "node_modules" || name.startsWith("."),
  });
  return new Map(
    names.map((name) => [
      name
        .split(sep)
        .join("/")
        .replace(/\.md$/, "")
        .replace(/(^|\/)README$/, "$1index"),
      /^# (.+)$/m.exec(readFileSync(join(folder, name), "utf8"))?.[1] ?? name,
    ]),
  );
}
