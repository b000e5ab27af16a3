import { toOutput } from "./bytes.ts";

/**
 * A template that cannot be parsed. As in Go's messages, `line` counts from 1 and `column` counts UTF-8 bytes from 0.
 */
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

/** A template that was parsed but failed while it was rendered, for example by exceeding a limit of D18a. */
export class TemplateExecError extends Error {
  override readonly name = "TemplateExecError";
  /** The names that were missing before the failure, in the order of first use. They are often its cause. */
  missing: readonly string[] = [];

  constructor(message: string) {
    super(shorten(message));
  }
}

/** Thrown when templates that are rendered together have used up their time. The template that fails need not be at fault. */
export class RenderDeadlineError extends Error {
  override readonly name = "RenderDeadlineError";
}

/** An error of a built-in function. The executor adds the place and the function's name. */
export class CallError extends Error {
  override readonly name = "CallError";
}

/** Messages quote the template and its values, which must not make an answer or a log line huge. */
const MAX_MESSAGE_CHARS = 2000;

function shorten(text: string): string {
  const message = toOutput(text);
  return message.length <= MAX_MESSAGE_CHARS ? message : `${message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}...`;
}
