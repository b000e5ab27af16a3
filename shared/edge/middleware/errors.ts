import type { MiddlewareObj } from "@middy/core";
import type { HttpAnswer } from "../http-answer.ts";
import type { ReceivedRequest } from "../request-context.ts";

/**
 * Turns an error into the answer that the endpoint's callers get. For undefined there is no answer, and the invocation
 * fails.
 */
export type RefusalStyle = (error: unknown, request: ReceivedRequest) => HttpAnswer | undefined;

/** Answers errors that were thrown. It has to be last in the list of middlewares, so that the others see its answer. */
export function errors(refusalStyle: RefusalStyle): MiddlewareObj<ReceivedRequest, HttpAnswer> {
  return {
    onError: (request) => {
      request.response = refusalStyle(request.error, request.event);
    },
  };
}
