import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type BuildOptions, buildSync, type ImportKind, type Metafile, version } from "esbuild";
import type { FunctionDefinition } from "../functions.ts";
import { writeReferencePage } from "../reference-page.ts";
import { type Built, keptBuild, type Sizes } from "./kept-builds.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export interface Bundle extends Sizes {
  /** This folder holds the files that are deployed, without source maps. */
  readonly directory: string;
  /** This file of `directory` exports `handler`. */
  readonly mainFile: string;
}

/** Bundles one function into a folder of its own below `outDir`. */
export type Bundler = (definition: BundledFunction, outDir: string) => Pick<Bundle, "directory" | "mainFile">;
export type BundledFunction = Pick<FunctionDefinition, "name" | "entry"> & Partial<Pick<FunctionDefinition, "trigger">>;

/**
 * CommonJS code inside the bundle loads Node's modules with `require`. The minifier invents only short names, so this
 * long name cannot collide with one.
 */
const REQUIRE =
  "import{createRequire as heraldCreateRequire}from'node:module';const require=heraldCreateRequire(import.meta.url);";

/**
 * The hash in a file's name also covers its source map, which names sources relative to its own folder. Every build
 * therefore goes to this one folder, and equal sources give equal names whatever the output folder is.
 */
const NOWHERE = join(ROOT, "cdk.out/bundle");

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  outExtension: { ".js": ".mjs" },
  // A dynamic import becomes a file of its own, so that a cold start does not read it.
  splitting: true,
  // Only the ES modules of a package can be tree-shaken.
  mainFields: ["module", "main"],
  minify: true,
  charset: "utf8",
  legalComments: "none",
  sourcemap: "external",
  metafile: true,
  write: false,
  logLevel: "error",
  banner: { js: REQUIRE },
} as const satisfies BuildOptions;

/** The result of a build depends on these as well as on the files that it reads. */
const MADE_BY = JSON.stringify([version, OPTIONS]);

export interface BundleOptions {
  /**
   * This folder keeps builds, which are reused as long as their inputs have not changed. Without it, as for a
   * deployment, everything is built again.
   */
  readonly keptIn?: string | undefined;
}

/** Bundles a function with everything that it imports into a folder of `outDir`. Equal sources give equal bytes. */
export function bundleFunction(
  definition: BundledFunction,
  outDir: string,
  { keptIn }: BundleOptions = { keptIn: process.env.HERALD_KEPT_BUILDS },
): Bundle {
  const directory = join(outDir, definition.name);
  rmSync(directory, { recursive: true, force: true });
  const { entry } = definition;
  const build = () => built(entry);
  const { files, sizes } =
    keptIn === undefined ? build() : keptBuild({ keptIn, root: ROOT, entry, madeBy: MADE_BY }, build);
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  if (definition.trigger?.kind === "routes" && definition.trigger.group === "docs")
    writeReferencePage(join(directory, "assets"));
  return { directory, mainFile: "index.mjs", ...sizes };
}

function built(entry: string): Built {
  const { metafile, outputFiles } = buildSync({ ...OPTIONS, entryPoints: { index: entry }, outdir: NOWHERE });
  const loaded = new Set([...loadedFrom(metafile.outputs, mainOf(metafile))].map((path) => basename(path)));
  // esbuild also writes files that only dropped code would have imported on demand.
  const shipped = outputFiles.filter(({ path }) => loaded.has(basename(path).replace(/\.map$/, "")));
  return {
    files: Object.fromEntries(shipped.map(({ path, text }) => [basename(path), text])),
    sizes: sizesOf(metafile),
    inputs: Object.keys(metafile.inputs),
  };
}

function mainOf({ outputs }: Metafile): string {
  const main = Object.keys(outputs).find((path) => basename(path) === "index.mjs");
  if (main === undefined) throw new Error("esbuild wrote no index.mjs");
  return main;
}

function sizesOf(metafile: Metafile): Sizes {
  const { outputs } = metafile;
  const main = mainOf(metafile);
  const sum = (files: Iterable<string>) => [...files].reduce((bytes, path) => bytes + (outputs[path]?.bytes ?? 0), 0);
  const mainBytes = sum([main]);
  return {
    mainBytes,
    chunkBytes: sum(loadedFrom(outputs, main)) - mainBytes,
    startBytes: sum(loadedFrom(outputs, main, ["import-statement"])),
  };
}

/** Finds the output file and all files that it imports in these ways, directly or indirectly. */
function loadedFrom(
  outputs: Metafile["outputs"],
  main: string,
  ways: readonly ImportKind[] = ["import-statement", "dynamic-import"],
): ReadonlySet<string> {
  // Iterating over a set also visits the elements that are added meanwhile.
  const loaded = new Set([main]);
  for (const path of loaded) {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind !== "file-loader" && ways.includes(kind) && next in outputs) loaded.add(next);
    }
  }
  return loaded;
}
