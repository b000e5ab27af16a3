import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { BenchResult } from "./bench-result.ts";

type Benchmarks = Readonly<Record<string, () => Promise<{ run: () => Promise<BenchResult> }>>>;

// `npm run bench` runs the short benchmarks; `npm run bench -- <name> ...` runs the ones named, long ones too.
const SHORT: Benchmarks = {
  bundles: () => import("./bundles/bench.ts"),
  "start-up": () => import("./start-up/bench.ts"),
  calls: () => import("./calls/bench.ts"),
  accept: () => import("./accept/bench.ts"),
  templates: () => import("./templates/bench.ts"),
  partitions: () => import("./partitions/bench.ts"),
  upload: () => import("./upload/bench.ts"),
  webhook: () => import("./webhook/bench.ts"),
};
/** Minutes each: only when named. */
const LONG: Benchmarks = {
  crash: () => import("./crash/bench.ts"),
  fairness: () => import("./fairness/bench.ts"),
  compare: () => import("./compare/bench.ts"),
  conversations: () => import("./conversations/bench.ts"),
};
const BENCHMARKS: Benchmarks = { ...SHORT, ...LONG };
const RESULTS = join(import.meta.dirname, "results");

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0)
  throw new Error(`no such benchmark: ${unknown.join(", ")}; there are ${Object.keys(BENCHMARKS).join(", ")}`);

mkdirSync(RESULTS, { recursive: true });
for (const [name, load] of Object.entries(asked.length > 0 ? BENCHMARKS : SHORT)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { run } = await load();
  const result = await run();
  console.log(`\n${result.name}`);
  console.table(result.rows);
  for (const note of result.notes) console.log(`  ${note}`);
  const machine = { cpus: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30), node: process.version };
  writeFileSync(
    join(RESULTS, `${name}.json`),
    `${JSON.stringify({ at: new Date().toISOString(), machine, ...result }, null, 2)}\n`,
  );
}
process.exit(0);
