import { Logger } from "@aws-lambda-powertools/logger";
import type { Log } from "../../ports/log.ts";

/** JSON lines. Callers pass ids, counts and codes only; an error's message goes out for bugs, which carry no caller's words. */
export function powertoolsLog(service: string): Log {
  const logger = new Logger({ serviceName: service });
  return {
    info: (event, fields = {}) => logger.info(event, fields),
    warn: (event, fields = {}) => logger.warn(event, fields),
    error: (event, error, fields = {}) => logger.error(event, { ...fields, error: asError(error) }),
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
