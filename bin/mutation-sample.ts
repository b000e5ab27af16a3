import { createHash } from "node:crypto";

/** A block must hold whole statements, because mutants that reach beyond it are left out. */
const BLOCK_LINES = 15;

export interface SourceFile {
  readonly path: string;
  readonly lines: number;
}

const orderOf = (block: string, seed: string): string => createHash("sha256").update(`${seed}\n${block}`).digest("hex");

/**
 * Chooses at most `count` blocks of lines from the files at random, as `path:first-last`, sorted by name. The same seed
 * gives the same blocks.
 */
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
