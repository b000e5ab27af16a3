import { posix } from "node:path";
import { anchorOf } from "../../docs/.vitepress/anchor-of.ts";
import type { ProjectFile } from "./project-files.ts";

export type Standing = "built" | "in part" | "not built";

/**
 * Describes a rule of the specification. A heading, or the first cell of a row, that consists of the rule's name
 * defines it.
 */
export interface Rule {
  readonly name: string;
  readonly page: string;
  readonly line: number;
  /** A link leads to this heading: the rule's own, or the one above its table. */
  readonly anchor: string;
  readonly standing: Standing;
}

export const SPECIFICATION = "docs/specification";

/**
 * Matches the names that docs/specification/README.md defines: numbered rules, facts by section, named rules, HTTP
 * statuses.
 */
const NAME = String.raw`[DGECT]\d{1,2}[a-z]?|W\d{1,2}(?:\.\d{1,2})?|F-\d{3}|[RSPAVFLMW]-[a-z][a-z0-9]*(?:-[a-z0-9]+)*`;

/** Matches a rule's name unless it is part of a longer word, path, number or escape. */
export const CITATION = new RegExp(String.raw`(?<![\w%\\+.#/-])(?:${NAME})(?!\w|-[a-z0-9])`, "g");
const HEADING = /^#+ (.+)$/;
const RULE_HEADING = new RegExp(`^#+ (${NAME})$`);
const RULE_ROW = new RegExp(String.raw`^\| (${NAME}) \|`);

/**
 * Says whether a rule is a fact of the provider or the cloud. Herald does not promise such a fact, so no test need cite
 * it.
 */
export const isFact = (name: string): boolean => name.startsWith("W");

const pagesOf = (files: readonly ProjectFile[]): readonly ProjectFile[] =>
  files.filter(
    ({ path }) => posix.dirname(path) === SPECIFICATION && path.endsWith(".md") && !path.endsWith("/README.md"),
  );

/** Returns all rules in the order of their pages. A name that occurs twice is returned twice. */
export const rulesIn = (files: readonly ProjectFile[]): readonly Rule[] => pagesOf(files).flatMap(rulesOfPage);

function rulesOfPage({ path, text }: ProjectFile): Rule[] {
  const lines = withoutFences(text).split("\n");
  let anchor = "";
  return lines.flatMap((line, i): Rule[] => {
    const title = HEADING.exec(line)?.[1];
    if (title !== undefined) anchor = anchorOf(title);
    const name = (RULE_HEADING.exec(line) ?? RULE_ROW.exec(line))?.[1];
    if (name === undefined) return [];
    const standing = title === undefined ? "built" : standingOf(lines.slice(i + 1));
    return [{ name, page: path, line: i + 1, anchor, standing }];
  });
}

/** Reads from the first line below the heading whether a rule is not built, or built in part. */
function standingOf(below: readonly string[]): Standing {
  const first = below.find((line) => line.trim() !== "") ?? "";
  if (first === "Not built.") return "not built";
  return first.startsWith("Built in part: ") ? "in part" : "built";
}

/** Empties the lines of code blocks, so that the line numbers stay the same. */
export function withoutFences(text: string): string {
  let isCode = false;
  return text
    .split("\n")
    .map((line) => {
      const isFence = line.trimStart().startsWith("```");
      if (isFence) isCode = !isCode;
      return isFence || isCode ? "" : line;
    })
    .join("\n");
}
