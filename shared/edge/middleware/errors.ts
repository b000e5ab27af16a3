import type { MiddlewareObj } from "@middy/core";
import type { HttpAnswer } from "../http-answer.ts";
import type { ReceivedRequest } from "../request-context.ts";

/** The form in which an endpoint's callers hear of refusals and bugs. Undefined: not at all, the invocation itself fails. */
export type RefusalStyle = (error: unknown, request: ReceivedRequest) => HttpAnswer | undefined;

/** Answers what was thrown. It stands last in a list of middlewares, so that the others see the answer. */
export function errors(refusalStyle: RefusalStyle): MiddlewareObj<ReceivedRequest, HttpAnswer> {
  return {
    onError: (request) => {
      request.response = refusalStyle(request.error, request.event);
    },
  };
}
