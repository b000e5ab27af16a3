import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const sizes = z.object({
  mainBytes: z.number(),
  /** All other code: loaded at the start or later. */
  chunkBytes: z.number(),
  /** The files that a cold start loads: the main file and the chunks that it imports statically. */
  startBytes: z.number(),
});
export type Sizes = z.output<typeof sizes>;

const built = z.object({
  /** Their texts by their names. */
  files: z.record(z.string(), z.string()),
  sizes,
  /** The files that the build has read, from the root. */
  inputs: z.array(z.string()),
});
export type Built = z.output<typeof built>;

const kept = built.extend({ digest: z.string() });

/** They say which file an import means, and which of them has side effects. */
const DECIDING = ["package.json", "package-lock.json", "tsconfig.json"];

/** The times of files are coarser than the clock. */
const COARSENESS_MS = 1000;

export interface KeptBuild {
  readonly keptIn: string;
  readonly root: string;
  readonly entry: string;
  /** The tool with its settings. */
  readonly madeBy: string;
}

/** The last build of this entry while every file that it had read has the same bytes, and else a new one, which is kept in its place. */
export function keptBuild({ keptIn, root, entry, madeBy }: KeptBuild, build: () => Built): Built {
  const digestOf = (inputs: readonly string[]): string => {
    const files = [...DECIDING, ...inputs].map((path) => [path, digestOfFile(join(root, path))]);
    return digestOfText(JSON.stringify([entry, madeBy, files]));
  };
  const file = join(keptIn, `${digestOfText(entry)}.json`);
  const last = existsSync(file) ? kept.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
  if (last !== undefined && last.digest === digestOf(last.inputs)) return last;
  const startedAt = Date.now() - COARSENESS_MS;
  const made = build();
  // Nobody knows what the build has read of a file that changed meanwhile.
  if (made.inputs.some((path) => changedAt(join(root, path)) >= startedAt)) return made;
  mkdirSync(keptIn, { recursive: true });
  // Others may read and write here at the same time: the file is there as a whole or not at all.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ ...made, digest: digestOf(made.inputs) } satisfies z.output<typeof kept>));
  renameSync(own, file);
  return made;
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Most files are read by many entries. */
const known = new Map<string, { readonly version: string; readonly digest: string }>();

function digestOfFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "none";
  const version = `${found.mtimeMs} ${found.size}`;
  const last = known.get(path);
  if (last?.version === version) return last.digest;
  const digest = digestOfText(readFileSync(path));
  known.set(path, { version, digest });
  return digest;
}

const digestOfText = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");
