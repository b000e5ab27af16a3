import { TemplateParseError, toldAt } from "../errors.ts";
import { placeOf } from "../parse/lexer.ts";
import type { Tree } from "../parse/nodes.ts";
import { TEXT } from "./context.ts";
import { contextText } from "./context-text.ts";
import { escapeCall } from "./escape-call.ts";
import { escapeNodes } from "./escape-nodes.ts";
import { EscapeProblem } from "./escape-problem.ts";
import { type EscapeSource, newEscaper } from "./escaper.ts";

/**
 * Rewrites a parsed template as Go's html/template does (Go 1.27), so that every value is safe where it is printed. The
 * result includes the templates that it calls, once for each context of a call.
 * @throws TemplateParseError in Go's words when no escaping would be safe.
 */
export function escapeTemplate(source: EscapeSource): ReadonlyMap<string, Tree> {
  const escaper = newEscaper(source);
  const { name, text } = source;
  try {
    const { context } = escapeCall(escaper, { name, pos: 0 }, TEXT, escapeNodes);
    if (context.state === "Text") return escaper.derived;
    const end = placeOf(text, text.length);
    const plain = `ends in a non-text context: ${contextText(context)}`;
    throw new TemplateParseError(`html/template:${name}: ${plain}`, end, toldAt(end, plain));
  } catch (error) {
    if (!(error instanceof EscapeProblem)) throw error;
    const place = placeOf(text, error.at);
    const at = `${name}:${place.line}:${place.column}`;
    const told = error.isLimit ? error.message : toldAt(place, error.message);
    throw new TemplateParseError(`html/template:${at}: ${error.message}`, place, told);
  }
}
