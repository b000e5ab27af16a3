/** Returns the distinct variables of a text in order of appearance: `{{1}}` gives `1`, `{{name}}` gives `name`. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([a-z0-9_]+)\s*\}\}/g)].map(([, name]) => name ?? ""))];
}
