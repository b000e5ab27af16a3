import type { Context } from "aws-lambda";
import { buildInInitPhase } from "../../kernel/once.ts";
import { flushMetrics } from "../middleware/flush-metrics.ts";
import { pipeline } from "../pipeline.ts";
import type { Telemetry } from "./telemetry.ts";

export type ScheduleHandler = (event: unknown, context: Context) => Promise<void>;

/**
 * Makes the Lambda function behind a schedule. A run that fails throws, so that Lambda logs the stack and counts an
 * error.
 */
export function scheduleFunction<Services extends Pick<Telemetry, "metrics">>(
  run: (services: Services, context: Context, event: unknown) => Promise<unknown>,
  services: () => Services,
): ScheduleHandler {
  buildInInitPhase(services);
  const handleRun = async (event: unknown, context: Context): Promise<void> => {
    await run(services(), context, event);
  };
  return pipeline(handleRun, [flushMetrics(services)], { timeoutEarlyInMillis: 0 });
}
