const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Lists the names between double braces in order of appearance, with repeats. */
export const placeholders = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map((found) => found[1] ?? "");

export const hasVariable = (text: string): boolean => text.includes("{{") || text.includes("}}");

/** Braces are left over when a variable was not closed, or is nested. */
export const hasBrokenVariable = (text: string): boolean => hasVariable(text.replace(PLACEHOLDER, ""));

/** Lists the numbers that are used, each once and ascending; undefined when a placeholder is no plain number from 1. */
export function variableNumbers(text: string): number[] | undefined {
  const names = placeholders(text);
  if (hasBrokenVariable(text) || names.some((name) => !/^[1-9]\d{0,3}$/.test(name))) return undefined;
  return [...new Set(names.map(Number))].sort((a, b) => a - b);
}

/** An example is a literal value on one line, without variables (T3). */
export const isConcreteExample = (example: string | undefined): example is string =>
  example !== undefined && example.trim() !== "" && !hasVariable(example) && !/[\r\n]/.test(example);

/** Limits count characters as people do, not UTF-16 units. */
export const characters = (text: string): number => [...text].length;
