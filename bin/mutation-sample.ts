import { createHash } from "node:crypto";

/** Long enough to hold whole statements: a mutant that reaches beyond a block is left out. */
const BLOCK_LINES = 15;

export interface SourceFile {
  readonly path: string;
  readonly lines: number;
}

const orderOf = (block: string, seed: string): string => createHash("sha256").update(`${seed}\n${block}`).digest("hex");

/** At most `count` blocks of lines out of the files, as `path:first-last`; the same for the same seed, sorted by name. */
export function sampleOf(files: readonly SourceFile[], count: number, seed: string): readonly string[] {
  const blocks = files.flatMap(({ path, lines }) =>
    Array.from({ length: Math.ceil(lines / BLOCK_LINES) }, (_, n) => {
      const last = Math.min(lines, (n + 1) * BLOCK_LINES);
      return `${path}:${n * BLOCK_LINES + 1}-${last}`;
    }),
  );
  const inOrder = blocks.map((block) => ({ block, order: orderOf(block, seed) }));
  return inOrder
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, count)
    .map(({ block }) => block)
    .sort();
}
