import type { Span } from "./character-sets.ts";
import type { Context } from "./context.ts";

/** A context and the offset from which it holds. */
export interface Step {
  readonly context: Context;
  readonly at: number;
}

/**
 * Reads the next piece of a text in a context, up to where another context begins or to the end of the span.
 * @throws EscapeProblem when the text is ambiguous or broken.
 */
export type Transition = (context: Context, span: Span) => Step;

export function stay(context: Context, { end }: Span): Step {
  return { context, at: end };
}
