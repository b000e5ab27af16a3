import { Logger } from "@aws-lambda-powertools/logger";
import type { Log, LogFields } from "../log.ts";
import { currentTrace } from "../trace.ts";

/**
 * Writes lines of JSON. Callers pass ids, counts and codes only; the message of an error is written only for bugs,
 * which hold no text from callers.
 */
export function powertoolsLog(service: string): Log {
  const logger = new Logger({ serviceName: service });
  return {
    info: (event, fields) => logger.info(event, traced(fields)),
    warn: (event, fields) => logger.warn(event, traced(fields)),
    error: (event, error, fields) =>
      logger.error(event, { ...traced(fields), error: asError(error), ...causesOf(error) }),
  };
}

/** Adds to every line the function that wrote it and the trace id of the request that it belongs to. */
function traced(fields: LogFields = {}): LogFields {
  const trace = currentTrace();
  return trace === undefined ? fields : { function: trace.functionName, traceId: trace.traceId, ...fields };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Returns the errors that an `AggregateError` holds, such as one for each event of an envelope. The logger would not
 * write these errors by itself.
 */
const causesOf = (error: unknown): { readonly causes?: unknown[] } =>
  error instanceof AggregateError ? { causes: error.errors } : {};
