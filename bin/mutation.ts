/**
 * `npm run test:mutation [-- <area> …] [-- --since <revision>] [-- --sample <blocks>]` breaks the code on purpose and
 * counts the mutants that unit tests kill, area by area. It ends with 1 if an area is below the threshold or cannot be
 * measured. `--since` limits it to files that changed since the branch left the revision. `--sample` limits it to this
 * many blocks of lines per area, drawn with the seed `--seed`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { AREAS, type Area } from "./mutation-areas.ts";
import { type AreaResult, hasFailed, lineOf } from "./mutation-result.ts";
import { sampleOf } from "./mutation-sample.ts";

const ROOT = join(import.meta.dirname, "..");
const REPORTS = join(ROOT, "reports/mutation");
const STRYKER = join(ROOT, "node_modules/@stryker-mutator/core/bin/stryker.js");

const report = z.looseObject({
  files: z.record(z.string(), z.looseObject({ mutants: z.array(z.looseObject({ status: z.string() })) })),
});
const settings = z.looseObject({ vitest: z.looseObject({}) });

function refuse(problem: string): never {
  console.error(problem);
  process.exit(2);
}

function changedSince(revision: string): ReadonlySet<string> {
  const range = ["--end-of-options", revision, "--"];
  const git = spawnSync("git", ["diff", "--name-only", "-z", "--diff-filter=d", "--merge-base", ...range], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (git.status !== 0) refuse(`git does not tell what changed since ${revision}: ${git.stderr.trim()}`);
  return new Set(git.stdout.split("\0"));
}

function filesOf({ include, exclude = [] }: Area, changed: ReadonlySet<string> | undefined): readonly string[] {
  const files = globSync([...include], { cwd: ROOT, exclude: [...exclude] });
  return files.filter((file) => changed?.has(file) ?? true).sort();
}

/** Returns the statuses of all mutants, undefined if Stryker has no test to run, or a text if it fails. */
function mutate(area: string, files: readonly string[], related: boolean): AreaResult["statuses"] | undefined {
  const [config, output] = [join(REPORTS, `${area}.config.json`), join(REPORTS, `${area}.json`)];
  const common = settings.parse(JSON.parse(readFileSync(join(ROOT, "stryker.config.json"), "utf8")));
  const own = { mutate: files, vitest: { ...common.vitest, related }, jsonReporter: { fileName: output } };
  writeFileSync(config, JSON.stringify({ ...common, ...own }));
  rmSync(output, { force: true });
  const { status, signal } = spawnSync(process.execPath, [STRYKER, "run", config], { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) return `Stryker ended with ${signal ?? status}`;
  if (!existsSync(output)) return undefined;
  const { files: broken } = report.parse(JSON.parse(readFileSync(output, "utf8")));
  return Object.values(broken).flatMap(({ mutants }) => mutants.map((mutant) => mutant.status));
}

/**
 * Measures the files of an area. If no test is related to the files, all tests run, and Stryker then sees whether the
 * files contain only types or no test reaches them.
 */
function measure(area: string, files: readonly string[]): AreaResult {
  const statuses = mutate(area, files, true) ?? mutate(area, files, false) ?? "no test ran";
  return { area, statuses };
}

const linesIn = (path: string): number => readFileSync(join(ROOT, path), "utf8").trimEnd().split("\n").length;

/** Returns the files, or blocks drawn from them if a sample is requested. */
function drawn(files: readonly string[], { sample, seed }: Pick<Options, "sample" | "seed">): readonly string[] {
  if (sample === undefined) return files;
  return sampleOf(
    files.map((path) => ({ path, lines: linesIn(path) })),
    sample,
    seed,
  );
}

const options = z.object({
  since: z.string().optional(),
  sample: z.coerce.number().int().positive().optional(),
  seed: z.string().default("1"),
});
type Options = z.output<typeof options>;

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { since: { type: "string" }, sample: { type: "string" }, seed: { type: "string" } },
});
const { data: values } = options.safeParse(given);
if (values === undefined) refuse("--sample must be a whole number of at least 1");
const unknown = positionals.filter((name) => !(name in AREAS));
if (unknown.length > 0) refuse(`no such area: ${unknown.join(", ")}; the areas are ${Object.keys(AREAS).join(", ")}`);
const changed = values.since === undefined ? undefined : changedSince(values.since);
mkdirSync(REPORTS, { recursive: true });
const results = Object.entries(AREAS)
  .filter(([name]) => positionals.length === 0 || positionals.includes(name))
  .map(([name, area]) => ({ name, files: filesOf(area, changed) }))
  .filter(({ files }) => files.length > 0)
  .map(({ name, files }) => measure(name, drawn(files, values)));
console.log(`\narea            score\n${results.map(lineOf).join("\n") || "nothing to break"}`);
process.exitCode = results.some(hasFailed) ? 1 : 0;
