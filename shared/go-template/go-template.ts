import { type Dialect, emailDialect } from "./dialects.ts";
import { escapeTemplate } from "./html/escape-template.ts";
import { parseText, type Template } from "./text-template.ts";

/** `html` escapes every value for the place where it is printed, as Go's html/template does. */
export type Escaping = "none" | "html";

export interface ParseOptions {
  /** The template's name in messages. The template can also call itself by this name. */
  readonly name?: string;
  readonly escape?: Escaping;
}

/**
 * Parses like `parseText`, and escapes when asked to. A caller that rarely escapes can load `html/escape-template.ts`
 * by itself when it does.
 * @throws TemplateParseError worded as in Go, with line and column.
 */
export function parse(text: string, dialect: Dialect = emailDialect, options: ParseOptions = {}): Template {
  const { name, escape: escaping = "none" } = options;
  return parseText(text, dialect, { name, rewrite: escaping === "html" ? escapeTemplate : undefined });
}
