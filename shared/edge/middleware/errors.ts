import type { MiddlewareObj } from "@middy/core";
import type { HttpAnswer } from "../http-answer.ts";
import type { ReceivedRequest } from "../request-context.ts";

/**
 * Turns an error into the answer that the endpoint's callers get. For undefined there is no answer, and the invocation
 * fails.
 */
export type RefusalStyle = (error: unknown, request: ReceivedRequest) => HttpAnswer | undefined;

/**
 * Answers errors that were thrown. This middleware must be the last in the list, so that the other middlewares see its
 * answer.
 */
export function errors(refusalStyle: RefusalStyle): MiddlewareObj<ReceivedRequest, HttpAnswer> {
  return {
    onError: (request) => {
      request.response = refusalStyle(request.error, request.event);
    },
  };
}
