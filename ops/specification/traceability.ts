import { basename } from "node:path";
import { type Citation, citedRules, kindOf } from "./citations.ts";
import type { ProjectFile } from "./project-files.ts";
import { isFact, type Rule, rulesIn } from "./rules.ts";

/** Where each rule is cited. */
export interface Trace {
  readonly rule: Rule;
  readonly code: readonly string[];
  readonly tests: readonly string[];
}

export function tracesOf(files: readonly ProjectFile[]): readonly Trace[] {
  const citedIn = (kind: "code" | "test") =>
    byRule(files.filter((file) => kindOf(file) === kind).flatMap((file) => citedRules(file)));
  const code = citedIn("code");
  const tests = citedIn("test");
  return rulesIn(files).map((rule) => ({
    rule,
    code: code.get(rule.name) ?? [],
    tests: tests.get(rule.name) ?? [],
  }));
}

function byRule(citations: readonly Citation[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, Set<string>>();
  for (const { cited, path } of citations) paths.set(cited, (paths.get(cited) ?? new Set()).add(path));
  return new Map([...paths].map(([name, set]) => [name, [...set].sort()]));
}

const INTRODUCTION = `# Traceability

Which code and which tests cite each rule of this folder. \`npm run specification -- --write\` writes this page from the comments and titles of the
repository; \`npm run check\` refuses one that is out of date. A rule that nothing cites in code is kept by the shape of the code, or by several
places together; a rule that is built has at least one test.
`;

/** The page: rule -> code -> tests. */
export function traceabilityPage(files: readonly ProjectFile[]): string {
  const traces = tracesOf(files);
  const pages = [...new Set(traces.map(({ rule }) => rule.page))];
  const tables = pages.map((page) =>
    tableOf(
      page,
      traces.filter(({ rule }) => rule.page === page),
    ),
  );
  return [INTRODUCTION, summaryOf(traces), ...tables].join("\n");
}

function summaryOf(traces: readonly Trace[]): string {
  const promises = traces.filter(({ rule }) => !isFact(rule.name));
  const count = (kept: (trace: Trace) => boolean) => promises.filter(kept).length;
  return [
    `${promises.length} rules, ${count(({ code }) => code.length > 0)} cited in code, ${count(({ tests }) => tests.length > 0)} in tests;`,
    `${count(({ rule }) => rule.standing === "not built")} are not built, ${count(({ rule }) => rule.standing === "in part")} in part.`,
    `${traces.length - promises.length} facts of the provider and the cloud stand beside them.\n`,
  ].join(" ");
}

function tableOf(page: string, traces: readonly Trace[]): string {
  const name = basename(page);
  const rows = traces.map(({ rule, code, tests }) =>
    [
      `| [${rule.name}](${name}#${rule.anchor})${rule.standing === "built" ? "" : ` (${rule.standing})`}`,
      listOf(code),
      `${listOf(tests)} |`,
    ].join(" | "),
  );
  return `## ${name}\n\n| Rule | Code | Tests |\n|---|---|---|\n${rows.join("\n")}\n`;
}

const listOf = (paths: readonly string[]): string => paths.map((path) => `\`${path}\``).join(", ");
