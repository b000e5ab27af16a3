import type { Context, DynamoDBBatchResponse } from "aws-lambda";
import * as z from "zod";
import { buildInInitPhase } from "../../kernel/once.ts";
import type { TableChange } from "../../kernel/table-change.ts";
import { inTrace } from "../../kernel/trace.ts";
import { flushMetrics } from "../middleware/flush-metrics.ts";
import { pipeline } from "../pipeline.ts";
import type { Telemetry } from "./telemetry.ts";

/** A function with a tumbling window has to answer a state, or it fails. This state is always empty. */
interface StreamAnswer extends DynamoDBBatchResponse {
  readonly state?: Readonly<Record<string, never>>;
}
export type StreamHandler = (event: unknown, context: Context) => Promise<StreamAnswer>;

const windowedEvent = z.looseObject({ window: z.unknown().refine((window) => window !== undefined) });

/**
 * Makes the Lambda function behind table streams, which runs the use case with all changes of a batch in their order.
 * The use case returns the changes that failed: the first of them and all later ones are delivered again. When it
 * throws, the whole batch is delivered again.
 */
export function streamFunction<Services extends Telemetry>(
  read: (event: unknown) => readonly TableChange[],
  useCase: (services: Services, changes: readonly TableChange[]) => Promise<readonly TableChange[]>,
  services: () => Services,
): StreamHandler {
  buildInInitPhase(services);
  const handleBatch = async (event: unknown, { functionName }: Context): Promise<DynamoDBBatchResponse> => {
    const failed = await inTrace({ functionName }, () => useCase(services(), read(event)));
    // The invocation itself succeeds, so this count is what raises the function's alarm.
    if (failed.length > 0) services().metrics.countByFunction("failed_records", functionName);
    return {
      batchItemFailures: failed.map(({ sequenceNumber }) => ({ itemIdentifier: sequenceNumber })),
      ...(windowedEvent.safeParse(event).success && { state: {} }),
    };
  };
  return pipeline(handleBatch, [flushMetrics(services)], { timeoutEarlyInMillis: 0 });
}
