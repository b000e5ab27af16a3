import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AGENTS_PAGE } from "../ops/specification/agents-page.ts";
import { DECISIONS_PAGE, GUIDES_PAGE } from "../ops/specification/contents-pages.ts";
import { EXPLANATIONS_PAGE } from "../ops/specification/explanations-page.ts";
import { LIFECYCLE_PAGE } from "../ops/specification/lifecycle-page.ts";
import { PERMISSIONS_PAGE } from "../ops/specification/permissions-page.ts";
import { printedPageProblems, withPrinted } from "../ops/specification/printed-page.ts";
import { problemsOf } from "../ops/specification/problems.ts";
import { projectFiles } from "../ops/specification/project-files.ts";
import { traceability } from "../ops/specification/traceability.ts";

// Compares the rules of docs/specification with the citations in code, tests and pages, and generated pages with their
// tables. `--write` first writes the generated pages. `--trace` prints which code and tests cite each rule, or each of
// the named rules.
const ROOT = join(import.meta.dirname, "..");
const PRINTED = [LIFECYCLE_PAGE, EXPLANATIONS_PAGE, PERMISSIONS_PAGE, AGENTS_PAGE, GUIDES_PAGE, DECISIONS_PAGE];

if (process.argv.includes("--write")) {
  for (const printed of PRINTED) {
    const page = join(ROOT, printed.path);
    writeFileSync(page, withPrinted(printed, readFileSync(page, "utf8")));
  }
}
const files = projectFiles(ROOT);
const asked = process.argv.indexOf("--trace");
if (asked !== -1) process.stdout.write(`${traceability(files, process.argv.slice(asked + 1))}\n`);
const problems = [...problemsOf(files), ...PRINTED.flatMap((printed) => printedPageProblems(printed, files))];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
