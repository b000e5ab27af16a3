import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXPLANATIONS_PAGE } from "../ops/specification/explanations-page.ts";
import { LIFECYCLE_PAGE } from "../ops/specification/lifecycle-page.ts";
import { printedPageProblems, withPrinted } from "../ops/specification/printed-page.ts";
import { problemsOf } from "../ops/specification/problems.ts";
import { projectFiles } from "../ops/specification/project-files.ts";
import { TRACEABILITY } from "../ops/specification/rules.ts";
import { traceabilityPage } from "../ops/specification/traceability.ts";

// Compares the rules of docs/specification with what code, tests and pages cite, and generated pages with their tables.
// `--write` first writes the generated pages.
const ROOT = join(import.meta.dirname, "..");
const PRINTED = [LIFECYCLE_PAGE, EXPLANATIONS_PAGE];

if (process.argv.includes("--write")) {
  for (const printed of PRINTED) {
    const page = join(ROOT, printed.path);
    writeFileSync(page, withPrinted(printed, readFileSync(page, "utf8")));
  }
  const files = projectFiles(ROOT).filter(({ path }) => path !== TRACEABILITY);
  writeFileSync(join(ROOT, TRACEABILITY), traceabilityPage(files));
}
const files = projectFiles(ROOT);
const problems = [...problemsOf(files), ...PRINTED.flatMap((printed) => printedPageProblems(printed, files))];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
