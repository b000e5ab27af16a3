import { type Dialect, emailDialect } from "./dialects.ts";
import { escapeTemplate } from "./html/escape-template.ts";
import { parseText, type Template } from "./text-template.ts";

/** `html` escapes every value for the place that it is printed in, as Go's html/template does. */
export type Escaping = "none" | "html";

export interface ParseOptions {
  /** The name that messages have for the template, under which it can call itself, too. */
  readonly name?: string;
  readonly escape?: Escaping;
}

/**
 * As `parseText`, and escapes where that is asked for. Who rarely does loads `html/escape-template.ts` only then.
 * @throws TemplateParseError worded as Go words it, with line and column.
 */
export function parse(text: string, dialect: Dialect = emailDialect, options: ParseOptions = {}): Template {
  const { name, escape: escaping = "none" } = options;
  return parseText(text, dialect, { name, rewrite: escaping === "html" ? escapeTemplate : undefined });
}
