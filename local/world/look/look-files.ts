import { readFile } from "node:fs/promises";

/** A file of a page that has the panel's look. */
export interface LookFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const FONTS = new URL("../../../node_modules/@fontsource-variable/", import.meta.url);

const FILES: Readonly<Record<string, readonly [file: URL, contentType: string]>> = {
  "/look.css": [new URL("look.css", import.meta.url), "text/css; charset=utf-8"],
  "/inter.woff2": [new URL("inter/files/inter-latin-wght-normal.woff2", FONTS), "font/woff2"],
  "/mono.woff2": [new URL("jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2", FONTS), "font/woff2"],
};

/** Reads the files by path. Fonts that are not installed are left out, and the pages take the system's. */
export async function lookFiles(): Promise<ReadonlyMap<string, LookFile>> {
  const entries = Object.entries(FILES).map(async ([path, [file, contentType]]) => {
    const bytes = await readFile(file).catch(absent);
    return bytes === undefined ? [] : [[path, { contentType, bytes }] as const];
  });
  return new Map((await Promise.all(entries)).flat());
}

function absent(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
