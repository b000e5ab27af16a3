import { byteLength, toOutput } from "./bytes.ts";
import { type Dialect, emailDialect, type JsonData, type TemplateData } from "./dialects.ts";
import { CallError, TemplateExecError, TemplateParseError } from "./errors.ts";
import { exceeded, LIMITS, newMeter, type RenderLimit } from "./limits.ts";
import { parseTemplate } from "./parse/parser.ts";
import { fail, newRun, type Run, type Source } from "./run.ts";
import { walk } from "./walk.ts";

export { type Dialect, httpProviderDialect, type JsonData, type TemplateData } from "./dialects.ts";
export { TemplateExecError, TemplateParseError } from "./errors.ts";
export type { RenderLimit } from "./limits.ts";

/** A parsed template. It never changes and can be rendered any number of times. */
export interface Template extends Source {
  readonly dialect: Dialect;
}

/** Turns the parsed trees into others, for example into trees that escape. Throws TemplateParseError when it cannot. */
export type Rewrite = (parsed: Pick<Source, "name" | "text" | "trees">) => Source["trees"];

export interface ParseOptions {
  /** The template's name in messages. The template can also call itself by this name. */
  readonly name?: string | undefined;
  readonly rewrite?: Rewrite | undefined;
}

const DEFAULT_NAME = "x";
/**
 * The limits keep the stack bounded, but the caller may already have used most of it. This message is the last resort.
 */
const STACK_EXHAUSTED = "nested too deeply";

/**
 * Parses Go's text/template (Go 1.27) with the delimiters `{{` and `}}`. Time and memory are linear in the size.
 * @throws TemplateParseError worded as in Go, with line and column.
 */
export function parseText(text: string, dialect: Dialect = emailDialect, options: ParseOptions = {}): Template {
  const { name = DEFAULT_NAME, rewrite = asParsed } = options;
  try {
    const parsed = parseTemplate(text.toWellFormed(), dialect, name);
    const trees = rewrite(parsed);
    return { name, dialect, text: parsed.text, trees, variableCount: parsed.variableIds.size };
  } catch (error) {
    if (error instanceof RangeError) throw stackExhausted();
    throw error;
  }
}

function stackExhausted(): TemplateParseError {
  const start = { line: 1, column: 0, character: 1 };
  return new TemplateParseError(`template: ${STACK_EXHAUSTED}`, start, STACK_EXHAUSTED);
}

const asParsed: Rewrite = ({ trees }) => trees;

export interface Rendered {
  readonly text: string;
  /** The names that the data lacks and that were printed or passed to a function, in the order of first use (D44b). */
  readonly missing: readonly string[];
  /**
   * The missing names that the output shows as `<no value>`. A name that was only compared, or had a default,
   * does not show.
   */
  readonly unfilled: readonly string[];
  /** A number was printed with an exponent, such as 1e+06, although no verb asked for one. */
  readonly hasExponent: boolean;
}

export interface RenderOptions extends RenderLimit {
  /** Values of JSON beside the strings of `data`, whose names must be others. With them, even with none, Go's map holds any values. */
  readonly json?: JsonData | undefined;
}

/**
 * Renders a parsed template. Absent data is an empty map, or the empty struct of the HTTP provider.
 * @throws TemplateExecError for what Go refuses to execute and for every limit of D18a.
 * @throws RenderDeadlineError once `options.until` is over
 */
export function render(template: Template, data?: TemplateData | null, options: RenderOptions = {}): string {
  return renderAndName(template, data, options).text;
}

/**
 * Renders like `render` and also names the variables that were missing. An error that it throws names the missing
 * variables, too.
 */
export function renderAndName(template: Template, data?: TemplateData | null, options: RenderOptions = {}): Rendered {
  const { now = performanceNow, until, json } = options;
  const run = newRun(template, newMeter(now, until), template.dialect.bind(data, json));
  try {
    walk(run, template.trees.get(template.name)?.nodes ?? []);
    return {
      text: checkedOutput(run.output),
      missing: [...(run.missing ?? [])],
      unfilled: [...(run.unfilled ?? [])],
      hasExponent: run.meter.exponents > 0,
    };
  } catch (error) {
    throw withMissing(run, executionError(run, error));
  }
}

function withMissing(run: Run, error: unknown): unknown {
  if (error instanceof TemplateExecError) error.missing = [...(run.missing ?? [])];
  return error;
}

function executionError(run: Run, error: unknown): unknown {
  if (error instanceof RangeError) return new TemplateExecError(`template: ${STACK_EXHAUSTED}`, STACK_EXHAUSTED);
  if (!(error instanceof CallError) || run.call === undefined) return error;
  run.node = run.call.node;
  try {
    const called = `error calling ${run.call.name}`;
    return fail(run, `${called}: ${error.message}`, `${called}: ${error.plain}`);
  } catch (located) {
    return located;
  }
}

/** The most bytes that one UTF-16 unit can take. */
const MAX_BYTES_PER_UNIT = 3;

function checkedOutput(output: string): string {
  const text = toOutput(output);
  const mayBeLarge = text.length * MAX_BYTES_PER_UNIT > LIMITS.outputBytes;
  if (mayBeLarge && byteLength(text) > LIMITS.outputBytes) exceeded("the output is larger than 1 MiB");
  return text;
}

function performanceNow(): number {
  return performance.now();
}
