/**
 * `npm run test:mutation [-- <area> …] [-- --since <revision>]`: breaks the code on purpose and counts which breaks a unit test notices,
 * area by area. Ends with 1 when an area stays below the threshold. With `--since`, only files that changed since the revision.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { AREAS, type Area, scoreOf, THRESHOLD } from "./mutation-areas.ts";

const ROOT = join(import.meta.dirname, "..");
const REPORTS = join(ROOT, "reports/mutation");

const { values, positionals } = parseArgs({ allowPositionals: true, options: { since: { type: "string" } } });

const report = z.looseObject({
  files: z.record(z.string(), z.looseObject({ mutants: z.array(z.looseObject({ status: z.string() })) })),
});

function changedSince(revision: string): ReadonlySet<string> {
  const names = execFileSync("git", ["diff", "--name-only", "--diff-filter=d", revision, "--"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return new Set(names.split("\n"));
}

function filesOf({ include, exclude = [] }: Area, changed: ReadonlySet<string> | undefined): readonly string[] {
  const files = globSync([...include], { cwd: ROOT, exclude: [...exclude] });
  return files.filter((file) => changed?.has(file) ?? true).sort();
}

/** Undefined where nothing of the area is to be broken. */
function run(name: string, files: readonly string[]): number | undefined {
  if (files.length === 0) return undefined;
  const [config, output] = [join(REPORTS, `${name}.config.json`), join(REPORTS, `${name}.json`)];
  const base: unknown = JSON.parse(readFileSync(join(ROOT, "stryker.config.json"), "utf8"));
  const own = { mutate: files, jsonReporter: { fileName: output } };
  writeFileSync(config, JSON.stringify({ ...z.record(z.string(), z.unknown()).parse(base), ...own }));
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run", config],
    {
      cwd: ROOT,
      stdio: "inherit",
    },
  );
  if (status !== 0) throw new Error(`Stryker ended with ${status} in ${name}`);
  const { files: broken } = report.parse(JSON.parse(readFileSync(output, "utf8")));
  return scoreOf(Object.values(broken).flatMap(({ mutants }) => mutants.map((mutant) => mutant.status)));
}

mkdirSync(REPORTS, { recursive: true });
const unknown = positionals.filter((name) => !(name in AREAS));
if (unknown.length > 0) {
  console.error(`no such area: ${unknown.join(", ")}; there are ${Object.keys(AREAS).join(", ")}`);
  process.exit(2);
}
const changed = values.since === undefined ? undefined : changedSince(values.since);
const scores: [string, number][] = [];
for (const [name, area] of Object.entries(AREAS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const score = run(name, filesOf(area, changed));
  if (score !== undefined) scores.push([name, score]);
}
console.log("\narea            score");
for (const [name, score] of scores)
  console.log(`${name.padEnd(15)} ${score.toFixed(1)} %${score < THRESHOLD ? `, below ${THRESHOLD}` : ""}`);
if (scores.length === 0) console.log("nothing to break");
process.exitCode = scores.some(([, score]) => score < THRESHOLD) ? 1 : 0;
