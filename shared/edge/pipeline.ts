import middy, { type MiddlewareObj } from "@middy/core";
import type { Context } from "aws-lambda";
import { inTrace } from "../kernel/trace.ts";

export interface PipelineOptions<Event> {
  readonly timeoutEarlyInMillis?: number;
  /** The trace that an event continues; without one, a new trace begins. */
  readonly traceIdOf?: (event: Event) => string | undefined;
}

/**
 * Builds the pipeline of every function that Lambda calls. Middlewares are listed from the outermost to the innermost:
 * `before` runs in this order, `after` and `onError` in the opposite order, so that the first one sees the final
 * answer.
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
