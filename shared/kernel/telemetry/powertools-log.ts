import { Logger } from "@aws-lambda-powertools/logger";
import type { Log, LogFields } from "../log.ts";
import { currentTrace } from "../trace.ts";

/**
 * Writes lines of JSON, and routine lines for `routineShare` (above 0, at most 1) of the traces. Callers pass ids, counts and codes only; the message of an error is written only for bugs,
 * which hold no text from callers.
 */
export function powertoolsLog(service: string, routineShare = 1): Log {
  const logger = new Logger({ serviceName: service });
  const counting = routineShare < 1 ? { countsFor: 1 / routineShare } : {};
  return {
    routine: (event, fields) => {
      if (isKept(currentTrace()?.traceId, routineShare)) logger.info(event, { ...traced(fields), ...counting });
    },
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

const TRACE_DIGITS = 8;
const TRACES = 16 ** TRACE_DIGITS;

/**
 * Says whether the routine lines of a trace are written. Trace ids are random and stay the same from a request to the
 * last event, so the kept notifications have all their lines. Lines without a trace are always written.
 */
const isKept = (traceId: string | undefined, share: number): boolean =>
  traceId === undefined || Number.parseInt(traceId.slice(-TRACE_DIGITS), 16) < share * TRACES;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Returns the errors that an `AggregateError` holds, such as one for each event of an envelope. The logger would not
 * write these errors by itself.
 */
const causesOf = (error: unknown): { readonly causes?: unknown[] } =>
  error instanceof AggregateError ? { causes: error.errors } : {};
