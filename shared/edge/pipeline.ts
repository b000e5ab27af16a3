import middy, { type MiddlewareObj } from "@middy/core";
import type { Context } from "aws-lambda";

/**
 * The pipeline of everything that Lambda calls. Middlewares are listed from the outermost to the innermost: `before` runs in this order,
 * `after` and `onError` in the opposite one, so that the first of the list sees the final answer.
 */
export function pipeline<Event, Answer>(
  handle: (event: Event, context: Context) => Promise<Answer>,
  middlewares: MiddlewareObj<Event, Answer>[],
  options: { readonly timeoutEarlyInMillis?: number } = {},
): (event: Event, context: Context) => Promise<Answer> {
  const handler = middy<Event, Answer>(handle, options);
  handler.use(middlewares);
  return (event, context) => handler(event, context);
}
