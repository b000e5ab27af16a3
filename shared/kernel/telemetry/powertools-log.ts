import { Logger } from "@aws-lambda-powertools/logger";
import type { Log, LogFields } from "../log.ts";
import { currentTrace } from "../trace.ts";

/** JSON lines. Callers pass ids, counts and codes only; an error's message goes out for bugs, which carry no caller's words. */
export function powertoolsLog(service: string): Log {
  const logger = new Logger({ serviceName: service });
  return {
    info: (event, fields) => logger.info(event, traced(fields)),
    warn: (event, fields) => logger.warn(event, traced(fields)),
    error: (event, error, fields) =>
      logger.error(event, { ...traced(fields), error: asError(error), ...causesOf(error) }),
  };
}

/** Every line says which function wrote it, and to whose request it belongs. */
function traced(fields: LogFields = {}): LogFields {
  const trace = currentTrace();
  return trace === undefined ? fields : { function: trace.functionName, traceId: trace.traceId, ...fields };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** An error may stand for several, as that of an envelope does for its events: the logger writes none of them by itself. */
const causesOf = (error: unknown): { readonly causes?: unknown[] } =>
  error instanceof AggregateError ? { causes: error.errors } : {};
