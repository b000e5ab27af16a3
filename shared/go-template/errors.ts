import { toOutput } from "./bytes.ts";

/** A template that does not parse. `line` is 1-based, `column` counts UTF-8 bytes from 0, as in Go's own messages. */
export class TemplateParseError extends Error {
  override readonly name = "TemplateParseError";
  readonly line: number;
  readonly column: number;

  constructor(message: string, at: { line: number; column: number }) {
    super(shorten(message));
    this.line = at.line;
    this.column = at.column;
  }
}

/** A template that parsed and failed while it was rendered, a limit of D18a included. */
export class TemplateExecError extends Error {
  override readonly name = "TemplateExecError";
  /** The names that were missing until then: often the cause. In order of first use. */
  missing: readonly string[] = [];

  constructor(message: string) {
    super(shorten(message));
  }
}

/** The template is not to blame: those that are rendered together had their time. */
export class RenderDeadlineError extends Error {
  override readonly name = "RenderDeadlineError";
}

/** The error of a built-in function; the executor adds the place and the function's name. */
export class CallError extends Error {
  override readonly name = "CallError";
}

/** Messages quote the template and its values; neither may make an answer or a log line huge. */
const MAX_MESSAGE_CHARS = 2000;

function shorten(text: string): string {
  const message = toOutput(text);
  return message.length <= MAX_MESSAGE_CHARS ? message : `${message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}...`;
}
