import type { MiddlewareObj } from "@middy/core";
import { Refusal } from "../kernel/refusal.ts";
import type { Exchange } from "./exchange.ts";
import type { Frame } from "./frame.ts";
import type { HttpAnswer } from "./http-answer.ts";

/** One line per request: who, what, how it went; never what was in it. A bug's line carries its stack, and the alarm hears of it. */
export function accessLog(frame: () => Frame): MiddlewareObj<Exchange, HttpAnswer> {
  const line = (exchange: Exchange, answer: HttpAnswer | null | undefined) => {
    const { operation, requestId, owner, startedAt } = exchange;
    const durationMs = frame().clock.now() - startedAt;
    return { requestId, operation: operation.route.operationId, status: answer?.statusCode ?? 500, durationMs, owner };
  };
  return {
    after: ({ event, response, context }) => {
      const fields = line(event, response);
      frame().log.info("http.request", fields);
      if (fields.status >= 500) frame().metrics.countFailures("server_errors", context.functionName);
    },
    onError: ({ event, response, error, context }) => {
      if (error instanceof Refusal) {
        frame().log.info("http.request", { ...line(event, response), refusal: error.code });
        return;
      }
      frame().log.error("http.request", error, line(event, response));
      frame().metrics.countFailures("server_errors", context.functionName);
    },
  };
}
