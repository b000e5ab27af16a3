import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const sizes = z.object({
  mainBytes: z.number(),
  /** Counts all code outside the main file, whether it is loaded at the start or later. */
  chunkBytes: z.number(),
  /** Counts the files that a cold start loads: the main file and the chunks that it imports statically. */
  startBytes: z.number(),
});
export type Sizes = z.output<typeof sizes>;

const built = z.object({
  /** Maps the names of the built files to their texts. */
  files: z.record(z.string(), z.string()),
  sizes,
  /** Lists the files that the build read, relative to the root. */
  inputs: z.array(z.string()),
});
export type Built = z.output<typeof built>;

const kept = built.extend({ digest: z.string() });

/** These files decide to which file an import resolves, and which packages have side effects. */
const DECIDING = ["package.json", "package-lock.json", "tsconfig.json"];

/** File times have a lower resolution than the clock. */
const COARSENESS_MS = 1000;

export interface KeptBuild {
  readonly keptIn: string;
  readonly root: string;
  readonly entry: string;
  /** Identifies the tool of the build and its settings. */
  readonly madeBy: string;
}

/**
 * Returns the last build of this entry if every file that it read is still the same. Otherwise it builds again and
 * keeps the result.
 */
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
  // The build may have read such a file before or after its change, so its result is not kept.
  if (made.inputs.some((path) => changedAt(join(root, path)) >= startedAt)) return made;
  mkdirSync(keptIn, { recursive: true });
  // Other processes read and write here too. The rename makes the file appear complete or not at all.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ ...made, digest: digestOf(made.inputs) } satisfies z.output<typeof kept>));
  renameSync(own, file);
  return made;
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Many entries read the same files, so this map remembers digests. */
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
