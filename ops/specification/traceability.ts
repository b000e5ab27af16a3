import { type Citation, citedRules, kindOf } from "./citations.ts";
import type { ProjectFile } from "./project-files.ts";
import { isFact, type Rule, rulesIn } from "./rules.ts";

/** Lists the files that cite a rule. */
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

/** Lists each rule with the code and the tests that cite it. A list of all rules ends with a line of counts. */
export function traceability(files: readonly ProjectFile[], names: readonly string[] = []): string {
  const traces = tracesOf(files);
  const asked = names.length === 0 ? traces : traces.filter(({ rule }) => names.includes(rule.name));
  return [...asked.map(entryOf), ...(names.length === 0 ? [countsOf(traces)] : [])].join("\n");
}

function entryOf({ rule, code, tests }: Trace): string {
  const standing = rule.standing === "built" ? "" : ` (${rule.standing})`;
  const cited = [...code.map((path) => `  code  ${path}`), ...tests.map((path) => `  test  ${path}`)];
  return [`${rule.name}${standing}  ${rule.page}:${rule.line}`, ...cited].join("\n");
}

function countsOf(traces: readonly Trace[]): string {
  const promises = traces.filter(({ rule }) => !isFact(rule.name));
  const count = (kept: (trace: Trace) => boolean) => promises.filter(kept).length;
  return [
    `${promises.length} rules, ${count(({ code }) => code.length > 0)} cited in code, ${count(({ tests }) => tests.length > 0)} in tests;`,
    `${count(({ rule }) => rule.standing === "not built")} are not built, ${count(({ rule }) => rule.standing === "in part")} in part.`,
    `${traces.length - promises.length} facts of the provider and the cloud stand beside them.`,
  ].join(" ");
}
