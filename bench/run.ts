import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../lib/command-line.ts";
import type { BenchResult } from "./bench-result.ts";

type Benchmarks = Readonly<Record<string, () => Promise<{ run: () => Promise<BenchResult> }>>>;

// `npm run bench` runs the short benchmarks. `npm run bench -- <name> ...` runs the named ones, including long ones.
const SHORT: Benchmarks = {
  bundles: () => import("./bundles/bench.ts"),
  "start-up": () => import("./start-up/bench.ts"),
  calls: () => import("./calls/bench.ts"),
  lambda: () => import("./lambda/bench.ts"),
  accept: () => import("./accept/bench.ts"),
  templates: () => import("./templates/bench.ts"),
  partitions: () => import("./partitions/bench.ts"),
  upload: () => import("./upload/bench.ts"),
  attachments: () => import("./attachments/bench.ts"),
  webhook: () => import("./webhook/bench.ts"),
};
/** Each of these benchmarks takes minutes and runs only when it is named. */
const LONG: Benchmarks = {
  crash: () => import("./crash/bench.ts"),
  fairness: () => import("./fairness/bench.ts"),
  compare: () => import("./compare/bench.ts"),
  conversations: () => import("./conversations/bench.ts"),
  webhooks: () => import("./webhooks/bench.ts"),
  "webhook-kills": () => import("./webhooks/kills.ts"),
  "batch-kills": () => import("./batch/kills.ts"),
  later: () => import("./later/bench.ts"),
  "worst-templates": () => import("./worst-templates/bench.ts"),
  search: () => import("./search/bench.ts"),
  "test-mode": () => import("./test-mode/bench.ts"),
  "test-clock": () => import("./test-mode/moves.ts"),
};
const BENCHMARKS: Benchmarks = { ...SHORT, ...LONG };
const RESULTS = join(import.meta.dirname, "results");

const USAGE = `usage: npm run bench -- [NAME ...]   (without names: ${Object.keys(SHORT).join(", ")}; long ones: ${Object.keys(LONG).join(", ")})`;

const chosen: string[] = [];
await runCommand(USAGE, (args) => {
  const { positionals: asked } = parseArgs({ args, allowPositionals: true, options: {} });
  const unknown = asked.filter((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown.length > 0) throw new UsageError(`no such benchmark: ${unknown.join(", ")}`);
  chosen.push(...(asked.length > 0 ? asked : Object.keys(SHORT)));
});

mkdirSync(RESULTS, { recursive: true });
// A failing benchmark has a bug, so its stack trace is shown.
for (const [name, load] of Object.entries(BENCHMARKS)) if (chosen.includes(name)) await measure(name, load);
process.exit();

async function measure(name: string, load: Benchmarks[string]): Promise<void> {
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
