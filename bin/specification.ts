import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LIFECYCLE_PAGE, lifecyclePageProblems, withLifecycle } from "../ops/specification/lifecycle-page.ts";
import { problemsOf } from "../ops/specification/problems.ts";
import { projectFiles } from "../ops/specification/project-files.ts";
import { TRACEABILITY } from "../ops/specification/rules.ts";
import { traceabilityPage } from "../ops/specification/traceability.ts";

// Compares the rules of docs/specification with what code, tests and pages cite, and the page of the lifecycle with its table. With
// `--write`, first writes what is printed of both.
const ROOT = join(import.meta.dirname, "..");

if (process.argv.includes("--write")) {
  const page = join(ROOT, LIFECYCLE_PAGE);
  writeFileSync(page, withLifecycle(readFileSync(page, "utf8")));
  const files = projectFiles(ROOT).filter(({ path }) => path !== TRACEABILITY);
  writeFileSync(join(ROOT, TRACEABILITY), traceabilityPage(files));
}
const files = projectFiles(ROOT);
const problems = [...problemsOf(files), ...lifecyclePageProblems(files)];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
