export const GLOSSARY = "docs/glossary.md";

/** Describes a term that must be replaced, either anywhere or only in names. */
export interface Avoided {
  readonly term: string;
  readonly instead: string;
  readonly where: "anywhere" | "names";
  readonly pattern: RegExp;
}

export interface Glossary {
  /**
   * These approved terms have several words, such as "dead letter". A word that is avoided by itself is allowed inside
   * them.
   */
  readonly said: readonly RegExp[];
  readonly avoided: readonly Avoided[];
  /** These phrases are refused anywhere in a comment or a page. */
  readonly phrases: readonly Avoided[];
}

/** Reads the tables of the page: `say | is | avoid` for terms, `avoid | instead` for phrases. */
export function readGlossary(page: string): Glossary {
  const rows = page
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\|[\s|:-]+$/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const terms = rowsBelow(rows, "say");
  return {
    said: terms
      .flatMap(([, say = ""]) => itemsOf(say))
      .filter((item) => item.includes(" "))
      .map((item) => patternOf(item, "g")),
    avoided: terms.flatMap(([, say = "", , avoid = ""]) => itemsOf(avoid).flatMap((item) => avoidedOf(item, say))),
    phrases: rowsBelow(rows, "avoid").flatMap(([, avoid = "", instead = ""]) =>
      itemsOf(avoid).flatMap((item, i) => avoidedOf(item, itemsOf(instead)[i] ?? "something else")),
    ),
  };
}

/** Returns the rows between a header that begins with this title and the next header. */
function rowsBelow(rows: readonly string[][], title: string): readonly string[][] {
  const isHeader = ([, cell]: string[]): boolean => cell === "say" || cell === "avoid";
  let isBelow = false;
  return rows.filter((row) => {
    if (isHeader(row)) isBelow = row[1] === title;
    return isBelow && !isHeader(row);
  });
}

const itemsOf = (cell: string): string[] =>
  cell.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]));

/**
 * Reads a term from a cell. Its format says where the term is avoided: plain anywhere, `code` in names only, and
 * *italics* nowhere, as a hint for readers.
 */
function avoidedOf(item: string, instead: string): Avoided[] {
  if (item.startsWith("*")) return [];
  const where = item.startsWith("`") ? "names" : "anywhere";
  return [{ term: item.replaceAll("`", ""), instead, where, pattern: patternOf(item) }];
}

/** Returns a pattern that finds the term in a text from `wordsOf`. Each word may have a plural `s`. */
const patternOf = (item: string, flags?: "g"): RegExp =>
  new RegExp(` ${wordsOf(item).trim().replaceAll(" ", "s? ")}s? `, flags);

/** Splits a name or a text at capitals and non-letters, and returns its words in lower case with a space around each. */
export const wordsOf = (text: string): string =>
  ` ${text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .replace(/['’]s\b/g, " s")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ")} `;
