import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".jpg": "image/jpeg",
  ".woff2": "font/woff2",
};

export const typeOf = (path: string): string => TYPES[extname(path)] ?? "application/octet-stream";

/** Reads all files of a folder, by their path in it with a leading slash. */
export async function filesByPath(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = async (file: string): Promise<[string, Buffer]> => [
    `/${relative(folder, file).split(sep).join("/")}`,
    await readFile(file),
  ];
  return new Map(await Promise.all(files.map(read)));
}
