import { parseText, type Rewrite, type Template } from "./text-template.ts";

export interface TemplateCacheLimits {
  readonly maxEntries: number;
  /** Bounds the template text. A parsed template takes a multiple of its text. */
  readonly maxCharacters: number;
}

/**
 * Parses a template or finds it in the cache. Throws TemplateParseError; templates that cannot be parsed are not kept.
 * All callers of one cache have to use the same rewriting.
 */
export type ParseTemplate = (name: string, text: string, rewrite?: Rewrite) => Template;

/**
 * Keeps parsed templates by a hash of their name, rewriting and text, and drops the least recently used ones. A parsed
 * template never changes, so it can be shared.
 */
export function templateCache(limits: TemplateCacheLimits, hash: (text: string) => string): ParseTemplate {
  const entries = new Map<string, Template>();
  let characters = 0;
  const dropOldest = () => {
    const oldest = entries.entries().next().value;
    if (oldest === undefined) return;
    const [key, template] = oldest;
    entries.delete(key);
    characters -= template.text.length;
  };
  return (name, text, rewrite) => {
    const key = hash(`${name}\n${rewrite === undefined ? "as parsed" : "rewritten"}\n${text}`);
    const known = entries.get(key);
    if (known !== undefined) {
      entries.delete(key);
      entries.set(key, known);
      return known;
    }
    const template = parseText(text, undefined, { name, rewrite });
    if (text.length > limits.maxCharacters) return template;
    entries.set(key, template);
    characters += template.text.length;
    while (entries.size > limits.maxEntries || characters > limits.maxCharacters) dropOldest();
    return template;
  };
}
