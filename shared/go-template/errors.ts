import { toOutput } from "./bytes.ts";

/** A place in a template. Lines count from 1. As in Go's messages, `column` counts UTF-8 bytes from 0. */
export interface Place {
  readonly line: number;
  readonly column: number;
  /** The column in characters, from 1. */
  readonly character: number;
}

/** Writes a fault for the sender of a mail (D54). A limit of D18a has no place. */
export const toldAt = ({ line, character }: Place, plain: string): string =>
  `line ${line}, column ${character}: ${plain}`;

/** A template that cannot be parsed. */
export class TemplateParseError extends Error {
  override readonly name = "TemplateParseError";
  readonly line: number;
  readonly column: number;
  /** The fault as the sender of a mail reads it: the place, then Go's words. */
  readonly told: string;

  constructor(message: string, { line, column }: Place, told: string) {
    super(shorten(message));
    this.line = line;
    this.column = column;
    this.told = shorten(told);
  }
}

/** A template that was parsed but failed while it was rendered, for example by exceeding a limit of D18a. */
export class TemplateExecError extends Error {
  override readonly name = "TemplateExecError";
  /** The names that were missing before the failure, in the order of first use. They are often its cause. */
  missing: readonly string[] = [];
  /** The fault as the sender of a mail reads it: the place, then Go's words without values of the data. */
  readonly told: string;

  constructor(message: string, told: string) {
    super(shorten(message));
    this.told = shorten(told);
  }
}

/** Thrown when templates that are rendered together have used up their time. The template that fails need not be at fault. */
export class RenderDeadlineError extends Error {
  override readonly name = "RenderDeadlineError";
}

/** An error of a built-in function. The executor adds the place and the function's name. */
export class CallError extends Error {
  override readonly name = "CallError";
  /** The message without values of the data. */
  readonly plain: string;

  constructor(message: string, plain = message) {
    super(message);
    this.plain = plain;
  }
}

/** Messages quote the template and its values, which must not make an answer or a log line huge. */
const MAX_MESSAGE_CHARS = 2000;

function shorten(text: string): string {
  const message = toOutput(text);
  return message.length <= MAX_MESSAGE_CHARS ? message : `${message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}...`;
}
