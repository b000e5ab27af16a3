import { join } from "node:path";
import { problemsOf } from "../ops/language/problems.ts";
import { projectFiles } from "../ops/specification/project-files.ts";

// Compares the words of names, comments and pages with docs/glossary.md.
const problems = problemsOf(projectFiles(join(import.meta.dirname, "..")));
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
