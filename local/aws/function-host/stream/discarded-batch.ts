import { randomUUID } from "node:crypto";
import type { StreamRecord } from "./stream-service.ts";

const MILLISECONDS = 1000;

/** Lambda's names for the limits of a stream. */
export type Condition = "RecordAgeExceeded" | "RetryAttemptsExhausted";

export interface DiscardedBatch {
  readonly condition: Condition;
  readonly functionArn: string;
  readonly stream: string;
  readonly shard: string;
  readonly records: readonly StreamRecord[];
  /** How often the function was called with these records. */
  readonly tries: number;
}

const timeOf = (record: StreamRecord | undefined): string =>
  new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * MILLISECONDS).toISOString();

/**
 * The message that Lambda sends to the failure destination of a stream. It names the records that were left out but not
 * their content (AWS Lambda Developer Guide, "Retaining discarded batches for a DynamoDB event source").
 */
export function discardedBatch(
  { condition, functionArn, stream, shard, records, tries }: DiscardedBatch,
  at: Date,
): object {
  const last = records.at(-1);
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn,
      condition,
      approximateInvokeCount: tries,
    },
    ...(tries > 0 && {
      responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
    }),
    version: "1.0",
    timestamp: at.toISOString(),
    DDBStreamBatchInfo: {
      shardId: shard,
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: last?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: timeOf(records[0]),
      approximateArrivalOfLastRecord: timeOf(last),
      batchSize: records.length,
      streamArn: stream,
    },
  };
}
