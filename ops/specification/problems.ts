import { type Citation, candidatesOf, citedRules, citedWords } from "./citations.ts";
import type { ProjectFile } from "./project-files.ts";
import { isFact, type Rule, rulesIn } from "./rules.ts";
import { tracesOf } from "./traceability.ts";

/** Returns one line, with file and line number, for each contradiction between the specification and the files that cite it. */
export function problemsOf(files: readonly ProjectFile[]): readonly string[] {
  const rules = rulesIn(files);
  return [...repeated(rules), ...unknown(rules, files.flatMap(citedRules)), ...unresolved(files), ...untested(files)];
}

const at = ({ page, line }: Rule): string => `${page}:${line}`;
const said = ({ path, line }: Citation, problem: string): string => `${path}:${line}: ${problem}`;

function repeated(rules: readonly Rule[]): string[] {
  const first = new Map<string, Rule>();
  return rules.flatMap((rule) => {
    const other = first.get(rule.name);
    if (other === undefined) first.set(rule.name, rule);
    return other === undefined ? [] : [`${at(rule)}: ${rule.name} is the name of a rule already, at ${at(other)}`];
  });
}

function unknown(rules: readonly Rule[], citations: readonly Citation[]): string[] {
  const names = new Set(rules.map(({ name }) => name));
  return citations
    .filter(({ cited }) => !names.has(cited))
    .map((citation) => said(citation, `${citation.cited} is no rule of docs/specification`));
}

function unresolved(files: readonly ProjectFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .map(citedWords)
    .flatMap(({ files: named, words }) => [
      ...named
        .filter((citation) => !candidatesOf(citation).some((path) => paths.has(path)))
        .map((citation) => said(citation, `${citation.cited} is no file of the repository`)),
      ...words.map((citation) =>
        said(citation, `"${citation.cited}" cites the specification in words; cite the rule's name`),
      ),
    ]);
}

/** Finds rules that no test cites, and rules that are marked as not built although a test cites them. */
function untested(files: readonly ProjectFile[]): string[] {
  return tracesOf(files).flatMap(({ rule, tests }) => {
    const isBuilt = rule.standing !== "not built";
    if (isFact(rule.name) || isBuilt === tests.length > 0) return [];
    return isBuilt
      ? [`${at(rule)}: no test cites ${rule.name}`]
      : [`${at(rule)}: ${rule.name} is marked as not built, and ${tests[0]} cites it`];
  });
}
