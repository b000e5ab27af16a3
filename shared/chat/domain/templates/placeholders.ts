const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The names between the double braces, in order of appearance, repeats included. */
export const placeholders = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map((found) => found[1] ?? "");

export const hasVariable = (text: string): boolean => text.includes("{{") || text.includes("}}");

/** Braces that are left when whole placeholders are taken out: a variable that was not closed, or nested. */
export const hasBrokenVariable = (text: string): boolean => hasVariable(text.replace(PLACEHOLDER, ""));

/** The numbers that are used, each once and ascending; undefined when a placeholder is no plain number from 1. */
export function variableNumbers(text: string): number[] | undefined {
  const names = placeholders(text);
  if (hasBrokenVariable(text) || names.some((name) => !/^[1-9]\d{0,3}$/.test(name))) return undefined;
  return [...new Set(names.map(Number))].sort((a, b) => a - b);
}

/** T3: a literal value for the reviewer, on one line, without variables. */
export const isConcreteExample = (example: string | undefined): example is string =>
  example !== undefined && example.trim() !== "" && !hasVariable(example) && !/[\r\n]/.test(example);

/** Limits are in characters as people count them, not in UTF-16 units. */
export const characters = (text: string): number => [...text].length;
