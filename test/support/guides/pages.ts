import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Block, blocksOf } from "./blocks.ts";

const ROOT = join(import.meta.dirname, "../../..");

export interface Page {
  readonly file: string;
  readonly blocks: readonly Block[];
}

/** Returns the pages that a newcomer reads, the quickstart first. */
export async function guidePages(): Promise<readonly Page[]> {
  const names = (await readdir(join(ROOT, "docs"))).filter((name) => name.endsWith(".md"));
  const docs = names.sort().map((name) => `docs/${name}`);
  const files = new Set([
    "docs/quickstart.md",
    ...docs,
    "README.md",
    "CONTRIBUTING.md",
    "client/README.md",
    "examples/README.md",
  ]);
  return Promise.all(
    [...files].map(async (file) => ({ file, blocks: blocksOf(await readFile(join(ROOT, file), "utf8")) })),
  );
}
