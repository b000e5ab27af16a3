import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Parser from "@actions/workflow-parser";
import { buildSync } from "esbuild";

/** GitHub's own parser of workflows. It imports JSON as only bundlers understand it. */
function bundledParser(): typeof Parser {
  const folder = mkdtempSync(join(tmpdir(), "herald-workflow-parser-"));
  try {
    const outfile = join(folder, "parser.cjs");
    const entry = fileURLToPath(import.meta.resolve("@actions/workflow-parser"));
    buildSync({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" });
    return createRequire(import.meta.url)(outfile) as typeof Parser;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { NoOperationTraceWriter, parseWorkflow } = bundledParser();

/** The reasons for which GitHub would not run a workflow; it looks into expressions too. */
export const parserProblems = (name: string, content: string): string[] =>
  parseWorkflow({ name, content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);
