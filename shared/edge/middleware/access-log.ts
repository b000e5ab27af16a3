import type { MiddlewareObj } from "@middy/core";
import { EXPECTED_5XX } from "../../kernel/failure-metrics.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { currentTrace } from "../../kernel/trace.ts";
import { STATUS_OF } from "../contract/refusal-status.ts";
import type { EdgeServices } from "../edge-services.ts";
import type { HttpAnswer } from "../http-answer.ts";
import type { RequestContext } from "../request-context.ts";
import { tokenBucket } from "./rate-limit.ts";

/**
 * The log identifies a credential by a few digits of the hash that the limiter uses. These digits tell credentials
 * apart, even before the owner of a credential is known, but reveal nothing.
 */
const CREDENTIAL_DIGITS = 12;
const credentialOf = (services: EdgeServices, bearer: string | undefined): string | undefined =>
  bearer === undefined ? undefined : tokenBucket(services, bearer).slice(2, 2 + CREDENTIAL_DIGITS);

/**
 * Writes one line per request that says who called what and with what outcome, never the content. The line of a bug has
 * its stack and is counted for the alarm.
 */
export function accessLog(services: () => EdgeServices): MiddlewareObj<RequestContext, HttpAnswer> {
  const line = (context: RequestContext, answer: HttpAnswer | null | undefined) => {
    const { endpoint, requestId, owner, startedAtMs, bearer } = context;
    const durationMs = services().clock.now() - startedAtMs;
    const id = currentTrace()?.acceptedIds.join(",");
    return {
      requestId,
      operation: endpoint.operationId,
      status: answer?.statusCode ?? 500,
      durationMs,
      owner,
      credential: credentialOf(services(), bearer),
      ...(id ? { id } : {}),
    };
  };
  return {
    after: ({ event: context, response, context: { functionName } }) => {
      const fields = line(context, response);
      if (context.failure !== undefined) services().log.error("http.request", context.failure, fields);
      else if (fields.status >= 400) services().log.info("http.request", fields);
      else services().log.routine("http.request", fields);
      if (fields.status >= 500) services().metrics.countByFunction("server_errors", functionName);
    },
    onError: ({ event: context, response, error, context: { functionName } }) => {
      if (error instanceof Refusal) {
        services().log.info("http.request", { ...line(context, response), refusal: error.code });
        if (STATUS_OF[error.code] >= 500) services().metrics.countByFunction(EXPECTED_5XX, functionName);
        return;
      }
      services().log.error("http.request", error, line(context, response));
      services().metrics.countByFunction("server_errors", functionName);
    },
  };
}
