import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Parser from "@actions/workflow-parser";
import type * as Actions from "@actions/workflow-parser/actions/action-parser";
import { buildSync } from "esbuild";

/**
 * Bundles GitHub's own parser of workflows and actions, because it imports JSON in a way that only bundlers understand.
 */
function bundledParser(): typeof Parser & typeof Actions {
  const folder = mkdtempSync(join(tmpdir(), "herald-workflow-parser-"));
  try {
    const outfile = join(folder, "parser.cjs");
    const parts = ["@actions/workflow-parser", "@actions/workflow-parser/actions/action-parser"];
    const contents = parts.map((part) => `export * from ${JSON.stringify(fileURLToPath(import.meta.resolve(part)))};`);
    const stdin = { contents: contents.join("\n"), resolveDir: folder };
    buildSync({ stdin, outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" });
    return createRequire(import.meta.url)(outfile) as typeof Parser & typeof Actions;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { NoOperationTraceWriter, parseAction, parseWorkflow } = bundledParser();

type Parse = typeof parseWorkflow | typeof parseAction;

const problemsOf =
  (parse: Parse) =>
  (name: string, content: string): string[] =>
    parse({ name, content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message);

/** Returns the reasons why GitHub would not run a workflow, including those in expressions. */
export const parserProblems = problemsOf(parseWorkflow);
/** Returns the reasons why GitHub would not run an action. */
export const actionProblems = problemsOf(parseAction);
