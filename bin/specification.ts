import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { problemsOf } from "../ops/specification/problems.ts";
import { projectFiles } from "../ops/specification/project-files.ts";
import { TRACEABILITY } from "../ops/specification/rules.ts";
import { traceabilityPage } from "../ops/specification/traceability.ts";

// Compares the rules of docs/specification with what code, tests and pages cite. With `--write`, first writes the page of traceability.
const ROOT = join(import.meta.dirname, "..");

if (process.argv.includes("--write")) {
  const files = projectFiles(ROOT).filter(({ path }) => path !== TRACEABILITY);
  writeFileSync(join(ROOT, TRACEABILITY), traceabilityPage(files));
}
const problems = problemsOf(projectFiles(ROOT));
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
