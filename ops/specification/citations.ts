import { dirname, posix } from "node:path";
import type { ProjectFile } from "./project-files.ts";
import { CITATION, withoutFences } from "./rules.ts";

export interface Citation {
  readonly path: string;
  readonly line: number;
  readonly cited: string;
}

export const isPage = (path: string): boolean => path.endsWith(".md");
const isTestFile = ({ path, text }: ProjectFile): boolean =>
  path.startsWith("test/") && /\b(?:it|test)(?:\.\w+)*(?:<[^;]*?>)?\(/.test(text);

/**
 * Returns the kind of a file. Support files of tests have a kind of their own, because a rule that only they cite is
 * not tested.
 */
export function kindOf(file: ProjectFile): "page" | "test" | "code" | "support" {
  if (isPage(file.path)) return "page";
  if (isTestFile(file)) return "test";
  return file.path.startsWith("test/") ? "support" : "code";
}

const RANGE = /\b([DGECT])(\d{1,2})(?: to |-)\1(\d{1,2})\b/g;

/**
 * Returns every rule that a file cites; in code only comments and titles count. A range such as D1 to D3 cites every
 * rule in it.
 */
export function citedRules({ path, text }: ProjectFile): readonly Citation[] {
  const read = isPage(path) ? withoutFences(text) : text;
  return read.split("\n").flatMap((line, i) => {
    const single = [...line.matchAll(CITATION)].map(([name]) => name);
    const ranges = [...line.matchAll(RANGE)].flatMap(([, family = "", from, to]) =>
      numbersBetween(Number(from), Number(to)).map((n) => `${family}${n}`),
    );
    return [...new Set([...single, ...ranges])].map((cited) => ({ path, line: i + 1, cited }));
  });
}

const numbersBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** Matches a comment, but not the `//` of an address inside a string. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:\w"'`\\])\/\/[^\n]*/g;
const FILE = /(?<![\w/.*-])(?:[\w-]+\/)*[\w-]+\.md\b/g;
const BY_WORDS = [
  /\b(?:email|chat|definition) rules? \d/gi,
  /\b(?:reference|spec(?:ification)?|interface\.md),? (?:section )?\d+(?:\.\d+)?\b/gi,
  /\b(?:[Ss]pecification|(?<=\()spec), (?:"|section )?[A-Za-z]\w*/g,
  /\b(?:interface|local-stack|aws|whatsapp)\.md, (?:"|section )?[A-Z]\w*/g,
];

/** Returns the pages that comments name, and the rules that they cite in words instead of by name. */
export function citedWords(file: ProjectFile): { files: readonly Citation[]; words: readonly Citation[] } {
  const comments = isPage(file.path) ? [] : [...file.text.matchAll(COMMENT)];
  const found = (pattern: RegExp): Citation[] =>
    comments.flatMap((comment) =>
      [...comment[0].matchAll(pattern)].map((match) => ({
        path: file.path,
        line: lineAt(file.text, comment.index + match.index),
        cited: match[0],
      })),
    );
  return { files: found(FILE), words: BY_WORDS.flatMap(found) };
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;

/**
 * Returns the paths that a cited page may mean: from the root, beside the citing file, or by its name among the pages
 * of docs.
 */
export function candidatesOf({ path, cited }: Citation): readonly string[] {
  const beside = posix.join(dirname(path), cited);
  return [cited, beside, `docs/${cited}`, `docs/specification/${cited}`];
}
