import * as z from "zod";
import { type RecordFilter, recordFilter } from "../../local/aws/function-host/stream/filter-pattern.ts";
import type { Account } from "../iam/account.ts";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import { functionName } from "../resources/kinds.ts";

/** Without a raised quota, a mapping has at most this many filters (AWS Lambda Developer Guide, "Lambda quotas"). */
const MOST_FILTERS = 5;

/**
 * The literal values describe the behaviour of the poller. A template with other values would behave differently here,
 * so it is refused.
 */
const mapping = z.looseObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number().default(100),
  StartingPosition: z.literal("TRIM_HORIZON"),
  BisectBatchOnFunctionError: z.literal(true),
  FunctionResponseTypes: z.tuple([z.literal("ReportBatchItemFailures")]),
  MaximumRecordAgeInSeconds: z.number().positive(),
  MaximumRetryAttempts: z.number().min(0),
  MaximumBatchingWindowInSeconds: z.literal(0).default(0),
  TumblingWindowInSeconds: z.number().positive().optional(),
  FilterCriteria: z.looseObject({
    Filters: z
      .array(z.looseObject({ Pattern: z.string() }))
      .min(1)
      .max(MOST_FILTERS),
  }),
  ParallelizationFactor: z.literal(1).default(1),
  DestinationConfig: z.looseObject({ OnFailure: z.looseObject({ Destination: z.string() }) }),
});

export interface StreamMapping {
  readonly logicalId: string;
  readonly functionName: string;
  readonly stream: string;
  readonly table: string;
  readonly batchSize: number;
  readonly filter: RecordFilter;
  readonly hasTumblingWindow: boolean;
  readonly maxRetries: number;
  readonly maxAgeSeconds: number;
  /** The name of the queue that gets the records which failed. */
  readonly destination: string;
}

const STREAM = /:table\/([^/]+)\/stream\//;
/** Lambda itself performs these actions with the role of the function. */
const ON_STREAM = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"];

export const isStreamSource = ({ properties }: Pick<Deployed, "properties">): boolean =>
  STREAM.test(String(properties.EventSourceArn));

/** Names a mapping and its settings, in the form of a template. */
export type GivenMapping = Pick<Deployed, "logicalId" | "properties">;

/** Returns a stream mapping. Throws if a role lacks a permission or something is needed that is not supported here. */
export function streamMapping(
  { logicalId, properties }: GivenMapping,
  deployment: Deployment,
  account: Pick<Account, "ask">,
): StreamMapping {
  const read = mapping.parse(properties);
  const { EventSourceArn: stream, FunctionName, DestinationConfig } = read;
  const { Destination } = DestinationConfig.OnFailure;
  const target = ofType(deployment, "AWS::Lambda::Function").find(({ ref }) => ref === functionName(FunctionName));
  const role = String(target?.properties.Role);
  const demand = (action: string, resource: string): void => {
    const context = { "aws:securetransport": "true" };
    if (!account.ask({ caller: { role }, action, resource, context }).isAllowed)
      throw new Error(`${logicalId}: the function's execution role has no permission to call ${action} on ${resource}`);
  };
  for (const action of ON_STREAM) demand(action, stream);
  demand("dynamodb:ListStreams", "*");
  demand("sqs:SendMessage", Destination);
  return {
    ...{ logicalId, functionName: FunctionName, stream, table: STREAM.exec(stream)?.[1] ?? "" },
    filter: recordFilter(read.FilterCriteria.Filters.map(({ Pattern }): unknown => JSON.parse(Pattern))),
    hasTumblingWindow: read.TumblingWindowInSeconds !== undefined,
    batchSize: read.BatchSize,
    maxRetries: read.MaximumRetryAttempts,
    maxAgeSeconds: read.MaximumRecordAgeInSeconds,
    destination: Destination.split(":").at(-1) ?? "",
  };
}
