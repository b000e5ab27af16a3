import type { Checkpoints } from "../../local/aws/function-host/stream/checkpoints.ts";
import type { StreamSource, StreamTarget } from "../../local/aws/function-host/stream/shard-reader.ts";
import { startStreamPoller } from "../../local/aws/function-host/stream/stream-poller.ts";
import {
  type StreamRecord,
  type StreamService,
  streamOf,
  streamService,
} from "../../local/aws/function-host/stream/stream-service.ts";
import type { QueueEngine } from "../../local/aws/queue/queue-engine.ts";
import { engineCall } from "../../local/aws/table/engine-call.ts";
import type { Account } from "../iam/account.ts";
import type { PutMetric } from "../metrics/metric-store.ts";
import type { Deployment } from "../resources/deployed.ts";
import { functionName } from "../resources/kinds.ts";
import type { Lambda } from "./lambda.ts";
import { type StreamMapping, streamMappings } from "./stream-mapping.ts";

export interface StreamSources {
  /** Counts the requests for records of each table's stream. A request means that all earlier records are processed. */
  readonly reads: ReadonlyMap<string, number>;
  /** Stops taking records and waits for running batches. */
  stop(): Promise<void>;
}

export interface StreamSourceOptions {
  readonly deployment: Deployment;
  /** The endpoint of the table engine. */
  readonly endpoint: string;
  readonly queues: Pick<QueueEngine, "send">;
  readonly account: Pick<Account, "ask">;
  readonly lambda: Pick<Lambda, "invoke">;
  readonly checkpoints: Checkpoints;
  readonly put: PutMetric;
  /** Returns the time by which records age, in epoch milliseconds. Functions use the machine's clock. */
  readonly now: () => number;
  readonly onProblem: (what: string) => void;
}

/**
 * Emulates Lambda's event source mappings of streams with the local stack's poller. Throws if a role lacks a
 * permission.
 */
export async function startStreamSources(options: StreamSourceOptions): Promise<StreamSources> {
  const { deployment, account, endpoint, onProblem } = options;
  const call = engineCall(endpoint);
  const service = streamService(call);
  const reads = new Map<string, number>();
  const started: Starting[] = [];
  for (const mapping of streamMappings(deployment, account))
    started.push({ mapping, engineStream: await streamOf(call, mapping.table), service, reads });
  const pollers = started.map((one) => {
    const { target, source } = mapped(one, options);
    return startStreamPoller(target, source, (error) => onProblem(`${one.mapping.logicalId}: ${String(error)}`));
  });
  return {
    reads,
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()));
    },
  };
}

interface Starting {
  readonly mapping: StreamMapping;
  readonly engineStream: string;
  readonly service: StreamService;
  readonly reads: Map<string, number>;
}

const movedBy = ({ dynamodb, ...record }: StreamRecord, seconds: number): StreamRecord => ({
  ...record,
  dynamodb: { ...dynamodb, ApproximateCreationDateTime: dynamodb.ApproximateCreationDateTime + seconds },
});

function mapped(
  { mapping, engineStream, service, reads }: Starting,
  { lambda, queues, checkpoints, put, now }: StreamSourceOptions,
): { readonly target: StreamTarget; readonly source: StreamSource } {
  const { stream, table, batchSize, filter, hasTumblingWindow, destination, maxRetries, maxAgeSeconds } = mapping;
  // This map remembers how far the clock was ahead of the machine's when each record was read, so that the age of a
  // record begins at zero.
  const ahead = new Map<string, number>();
  const aheadOf = ({ dynamodb }: StreamRecord): number => ahead.get(dynamodb.SequenceNumber) ?? 0;
  const own: StreamService = {
    shards: () => service.shards(engineStream),
    iterator: (_, shard, after) => service.iterator(engineStream, shard, after),
    async records(iterator, limit) {
      reads.set(table, (reads.get(table) ?? 0) + 1);
      const { records, next } = await service.records(iterator, limit);
      const seconds = (now() - Date.now()) / 1000;
      for (const { dynamodb } of records) ahead.set(dynamodb.SequenceNumber, seconds);
      return { records: records.map((one) => movedBy(one, seconds)), next };
    },
  };
  let oldest = 0;
  const completed = (record: StreamRecord): object => {
    oldest = record.dynamodb.ApproximateCreationDateTime;
    return movedBy(record, -aheadOf(record));
  };
  const invoke: StreamTarget["invoke"] = async (event) => {
    const dimensions = { FunctionName: functionName(mapping.functionName) };
    put({ namespace: "AWS/Lambda", name: "IteratorAge" }, dimensions, Math.max(0, now() - oldest * 1000));
    const outcome = await lambda.invoke(mapping.functionName, event);
    if (outcome.kind === "failed") throw new Error("the function failed");
    const answer: unknown = JSON.parse(outcome.payload);
    return answer;
  };
  // The log of the function contains the failure.
  const target = { name: mapping.logicalId, arn: mapping.functionName, invoke, onFailure: () => {} };
  const discard = (message: object): Promise<void> => queues.send(destination, JSON.stringify(message));
  const kept = { stream, checkpoints, batchSize, filter, hasTumblingWindow, maxRetries, maxAgeSeconds };
  return { target, source: { ...kept, service: own, discard, completed, now: () => new Date(now()) } };
}
