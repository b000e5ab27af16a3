import type { MiddlewareObj } from "@middy/core";
import { Refusal } from "../../kernel/refusal.ts";
import type { Frame } from "../frame.ts";
import type { HttpAnswer } from "../http-answer.ts";
import type { RequestContext } from "../request-context.ts";

/** One line per request: who, what, how it went; never what was in it. A bug's line carries its stack, and the alarm hears of it. */
export function accessLog(frame: () => Frame): MiddlewareObj<RequestContext, HttpAnswer> {
  const line = (context: RequestContext, answer: HttpAnswer | null | undefined) => {
    const { endpoint, requestId, owner, startedAtMs } = context;
    const durationMs = frame().clock.now() - startedAtMs;
    return { requestId, operation: endpoint.operationId, status: answer?.statusCode ?? 500, durationMs, owner };
  };
  return {
    after: ({ event: context, response, context: { functionName } }) => {
      const fields = line(context, response);
      if (context.failure === undefined) frame().log.info("http.request", fields);
      else frame().log.error("http.request", context.failure, fields);
      if (fields.status >= 500) frame().metrics.countFailures("server_errors", functionName);
    },
    onError: ({ event: context, response, error, context: { functionName } }) => {
      if (error instanceof Refusal) {
        frame().log.info("http.request", { ...line(context, response), refusal: error.code });
        return;
      }
      frame().log.error("http.request", error, line(context, response));
      frame().metrics.countFailures("server_errors", functionName);
    },
  };
}
