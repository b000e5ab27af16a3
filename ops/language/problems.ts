import type { ProjectFile } from "../specification/project-files.ts";
import { withoutFences } from "../specification/rules.ts";
import { EXCEPTIONS, type Exception, isRead } from "./exceptions.ts";
import { type Avoided, GLOSSARY, type Glossary, readGlossary, wordsOf } from "./glossary.ts";
import { type Passage, readSource, type SourceText } from "./source-text.ts";

/** Returns one line, with file and line number, for each name, comment or page that uses a word which the glossary avoids. */
export function problemsOf(
  files: readonly ProjectFile[],
  exceptions: readonly Exception[] = EXCEPTIONS,
): readonly string[] {
  const page = files.find(({ path }) => path === GLOSSARY);
  if (page === undefined) return [`${GLOSSARY}: is missing`];
  const glossary = readGlossary(page.text);
  const parts = [glossary.said, glossary.avoided, glossary.phrases];
  if (parts.some(({ length }) => length === 0)) return [`${GLOSSARY}: has no table of words, or none of comments`];
  return files
    .filter(({ path }) => path !== GLOSSARY && isRead(path))
    .flatMap((file) => {
      const here = exceptions.filter(({ paths }) => paths.some((start) => file.path.startsWith(start)));
      const allowed = new Set(here.map(({ term }) => term));
      const strict = { ...glossary, avoided: glossary.avoided.filter(({ term }) => !allowed.has(term)) };
      return problemsIn(file, strict).map(({ line, text }) => `${file.path}:${line}: ${text}`);
    });
}

function problemsIn({ path, text }: ProjectFile, glossary: Glossary): readonly Passage[] {
  const { declared, comments, prose } = path.endsWith(".md")
    ? pageText(text)
    : { ...readSource(path, text), prose: [] };
  const fileName = path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
  return [
    ...[{ line: 1, name: fileName }, ...declared].flatMap(({ line, name }) =>
      avoidedInName(name, glossary).map((problem) => ({ line, text: `"${name}": ${problem}` })),
    ),
    ...[...comments, ...prose].flatMap(({ line, text: passage }) =>
      avoidedInText(passage, glossary).map((problem) => ({ line, text: problem })),
    ),
  ];
}

/** Returns a page without its code, because code shows names of other systems. */
function pageText(text: string): SourceText & { prose: readonly Passage[] } {
  const prose = withoutFences(text)
    .split("\n")
    .map((line, i) => ({ line: i + 1, text: line.replace(/\]\([^)]*\)/g, "]") }));
  return { declared: [], comments: [], prose };
}

/** Says whether a name has underscores, and is therefore fixed by the interface on the wire. */
const isWireName = (name: string): boolean => /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(name);

const instead = (found: Avoided): string => `the glossary avoids "${found.term}"; say ${found.instead}`;

const avoidedInName = (name: string, glossary: Glossary): readonly string[] =>
  isWireName(name) ? [] : found(glossary.avoided, wordsOf(name), glossary).map(instead);

function avoidedInText(passage: string, glossary: Glossary): readonly string[] {
  const anywhere = [...glossary.avoided, ...glossary.phrases].filter(({ where }) => where === "anywhere");
  return found(anywhere, wordsOf(passage.replace(/`[^`]*`/g, " ")), glossary).map(instead);
}

/**
 * Finds avoided terms outside of approved ones. For example, "dead letter" contains a word that is avoided by itself.
 */
function found(avoided: readonly Avoided[], words: string, { said }: Glossary): readonly Avoided[] {
  const candidates = avoided.filter(({ pattern }) => pattern.test(words));
  if (candidates.length === 0) return candidates;
  const rest = said.reduce((left, term) => left.replace(term, " | "), words);
  return candidates.filter(({ pattern }) => pattern.test(rest));
}
