import { parseText, type Rewrite, type Template } from "./text-template.ts";

export interface TemplateCacheLimits {
  readonly maxEntries: number;
  /** Of template text; a parsed template takes a multiple of it. */
  readonly maxCharacters: number;
}

/**
 * Parses a template, or finds it parsed. Throws TemplateParseError; what does not parse is not kept. Of one cache every rewriting is the
 * same one.
 */
export type ParseTemplate = (name: string, text: string, rewrite?: Rewrite) => Template;

/** Parsed templates by the hash of name, rewriting and text, the least recently used making room. Parsed templates never change. */
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
