const ACTION = /\{\{[\s\S]*?\}\}/g;
const COMMENT = /^\{\{-?\s*\/\*/;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A range of a template's text, in characters counted from 0. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Finds the actions of a template, without comments. */
export function actionsIn(text: string): readonly (Stretch & { readonly code: string })[] {
  return [...text.matchAll(ACTION)]
    .filter(({ 0: code }) => !COMMENT.test(code))
    .map(({ index, 0: code }) => ({ from: index, to: index + code.length, code }));
}

/** The variable that a missing path begins with: `order` of `order.id`, `items` of `items[].name`. */
export const variableOf = (path: string): string => path.replace(/[.[].*$/su, "");

/** What the template writes for a missing path: inside a range, the names of the item alone. */
export const writtenName = (path: string): string => path.replace(/\[\]$/u, "").replace(/^.*\[\]\./su, "");

/** Finds the actions that name a variable, or a path as a preview calls it missing, as a field, `.name` or `$.name`, or as a key of `index`. */
export function occurrencesOf(path: string, text: string): readonly Stretch[] {
  const name = writtenName(path);
  const asField = new RegExp(`(?<![\\p{L}\\p{N}_)])\\.${escaped(name)}(?![\\p{L}\\p{N}_])`, "u");
  const asKey = new RegExp(`\\bindex\\b[^}]*"${escaped(name)}"`, "u");
  return actionsIn(text).filter(({ code }) => asField.test(code.replaceAll("$.", " .")) || asKey.test(code));
}

const plainPlace = (name: string): RegExp => new RegExp(`\\{\\{(-?\\s*)\\.${escaped(name)}(\\s*-?)\\}\\}`, "u");

/** Says whether some action prints the variable and does nothing else. */
export const hasPlainPlace = (name: string, text: string): boolean => plainPlace(name).test(text);

/**
 * Wraps the first action that only prints the variable in a condition with an empty default, and returns where to type the default. A
 * condition accepts a missing variable, but the function `or` does not (docs/email-templates.md, "Strict").
 */
export function withDefault(name: string, text: string): { readonly text: string; readonly at: number } | undefined {
  const found = plainPlace(name).exec(text);
  if (found === null) return undefined;
  const [all, before = "", after = ""] = found;
  const begin = `${text.slice(0, found.index)}{{${before}if .${name}}}{{.${name}}}{{else}}`;
  return { text: `${begin}{{end${after}}}${text.slice(found.index + all.length)}`, at: begin.length };
}

/** Returns the line of a character, counted from 1. */
export const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;

export interface Usage {
  readonly isInSubject: boolean;
  /** The lines of the body that use the variable, counted from 1, without repetition. */
  readonly lines: readonly number[];
}

export const usageOf = (
  name: string,
  { subject, body }: { readonly subject: string; readonly body: string },
): Usage => ({
  isInSubject: occurrencesOf(name, subject).length > 0,
  lines: [...new Set(occurrencesOf(name, body).map(({ from }) => lineOf(body, from)))],
});

const MOST_LINES = 4;

/** Gives a text such as `subject, lines 3, 7`. */
export function usageText({ isInSubject, lines }: Usage): string {
  const shown = lines.slice(0, MOST_LINES).join(", ") + (lines.length > MOST_LINES ? " …" : "");
  const inBody = lines.length === 0 ? [] : [`${lines.length === 1 ? "line" : "lines"} ${shown}`];
  return [...(isInSubject ? ["subject"] : []), ...inBody].join(", ");
}
