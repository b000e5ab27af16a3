import type { MiddlewareObj, Request } from "@middy/core";
import { CORS_HEADERS, isOpenToBrowsers } from "../cors.ts";
import type { HttpAnswer } from "../http-answer.ts";
import type { HttpEvent, ReceivedRequest } from "../request-context.ts";

/** Adds the headers that every answer has, refusals included (D2, D6a). */
export function commonHeaders(): MiddlewareObj<ReceivedRequest, HttpAnswer> {
  const add = (request: Request<ReceivedRequest, HttpAnswer>): void => {
    if (request.response) request.response = withCommonHeaders(request.response, request.event.event);
  };
  return { after: add, onError: add };
}

export function withCommonHeaders(answer: HttpAnswer, event: HttpEvent): HttpAnswer {
  const cors = isOpenToBrowsers(event.rawPath) ? CORS_HEADERS : {};
  return {
    ...answer,
    headers: {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...answer.headers,
      ...cors,
      "x-request-id": event.requestContext.requestId,
    },
  };
}
