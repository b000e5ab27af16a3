import middy, { type MiddlewareObj } from "@middy/core";
import type { Context } from "aws-lambda";
import { inTrace } from "../kernel/trace.ts";

export interface PipelineOptions<Event> {
  readonly timeoutEarlyInMillis?: number;
  /** The trace that an event goes on with; a new one begins without. */
  readonly traceIdOf?: (event: Event) => string | undefined;
}

/**
 * The pipeline of everything that Lambda calls. Middlewares are listed from the outermost to the innermost: `before` runs in this order,
 * `after` and `onError` in the opposite one, so that the first of the list sees the final answer.
 */
export function pipeline<Event, Answer>(
  handle: (event: Event, context: Context) => Promise<Answer>,
  middlewares: MiddlewareObj<Event, Answer>[],
  { traceIdOf, ...options }: PipelineOptions<Event> = {},
): (event: Event, context: Context) => Promise<Answer> {
  const handler = middy<Event, Answer>(handle, options);
  handler.use(middlewares);
  return (event, context) =>
    inTrace({ traceId: traceIdOf?.(event), functionName: context.functionName }, () => handler(event, context));
}
