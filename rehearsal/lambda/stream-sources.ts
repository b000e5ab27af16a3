import type { Checkpoints } from "../../local/aws/function-host/stream/checkpoints.ts";
import type { StreamSource, StreamTarget } from "../../local/aws/function-host/stream/shard-reader.ts";
import { type StreamPoller, startStreamPoller } from "../../local/aws/function-host/stream/stream-poller.ts";
import {
  type StreamRecord,
  type StreamService,
  streamOf,
  streamService,
} from "../../local/aws/function-host/stream/stream-service.ts";
import type { QueueEngine } from "../../local/aws/queue/queue-engine.ts";
import { type EngineCall, engineCall } from "../../local/aws/table/engine-call.ts";
import type { Account } from "../iam/account.ts";
import type { PutMetric } from "../metrics/metric-store.ts";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import { functionName } from "../resources/kinds.ts";
import type { TableStreams } from "../tables/table-streams.ts";
import type { Lambda } from "./lambda.ts";
import { isStreamSource, type StreamMapping, streamMapping } from "./stream-mapping.ts";
import { type PartialService, partOfStream } from "./stream-part.ts";

export interface ListedMapping {
  readonly id: string;
  /** Holds the settings as a template names them. */
  readonly properties: Deployed["properties"];
  readonly state: "Enabled" | "Deleting";
  /** Says whether the reader found nothing new when it last looked. */
  readonly isDrained: boolean;
}

/** Manages the event source mappings of streams. */
export interface StreamSources {
  /** Counts the requests for records of each table's stream. A request means that all earlier records are processed. */
  readonly reads: ReadonlyMap<string, number>;
  list(): readonly ListedMapping[];
  /** Adds a mapping with these settings. Throws if the role of the function lacks a permission. */
  add(id: string, properties: Deployed["properties"]): void;
  /** Returns the removed mapping, or undefined if there is none. Its running batch still ends. */
  remove(id: string): ListedMapping | undefined;
  /** Stops taking records and waits for running batches. */
  stop(): Promise<void>;
}

export interface StreamSourceOptions {
  readonly deployment: Deployment;
  /** The endpoint of the table engine. */
  readonly endpoint: string;
  /** Knows the streams that tables have and had. */
  readonly tableStreams: Pick<TableStreams, "part">;
  readonly queues: Pick<QueueEngine, "send">;
  readonly account: Pick<Account, "ask">;
  readonly lambda: Pick<Lambda, "invoke">;
  readonly checkpoints: Checkpoints;
  readonly put: PutMetric;
  /** Returns the time by which records age, in epoch milliseconds. Functions use the machine's clock. */
  readonly now: () => number;
  readonly onProblem: (what: string) => void;
}

interface Running {
  readonly properties: Deployed["properties"];
  readonly part: PartialService;
  readonly poller: StreamPoller;
  isEnding: boolean;
}

/**
 * Emulates Lambda's event source mappings of streams with the local stack's poller. Throws if a role lacks a
 * permission.
 */
export function startStreamSources(options: StreamSourceOptions): StreamSources {
  const { deployment } = options;
  const call = engineCall(options.endpoint);
  const reads = new Map<string, number>();
  const running = new Map<string, Running>();
  const shown = (id: string, { properties, part, isEnding }: Running): ListedMapping => {
    return { id, properties, state: isEnding ? "Deleting" : "Enabled", isDrained: part.isDrained };
  };
  const add = (mapping: StreamMapping, id: string, properties: Deployed["properties"]): void =>
    void running.set(id, { properties, isEnding: false, ...started(mapping, { ...options, call, reads }) });
  // All mappings are read before the first one is started, so that a fault leaves none running.
  const deployed = ofType(deployment, "AWS::Lambda::EventSourceMapping").filter(isStreamSource);
  const read = deployed.map((one) => ({ ...one, mapping: streamMapping(one, deployment, options.account) }));
  for (const { mapping, ref, properties } of read) add(mapping, ref, properties);
  return {
    reads,
    list: () => [...running].map(([id, one]) => shown(id, one)),
    add: (id, properties) =>
      add(streamMapping({ logicalId: id, properties }, deployment, options.account), id, properties),
    remove(id) {
      const found = running.get(id);
      if (found === undefined) return undefined;
      found.isEnding = true;
      void found.poller.stop().then(() => running.delete(id));
      return shown(id, found);
    },
    async stop() {
      await Promise.all([...running.values()].map(({ poller }) => poller.stop()));
    },
  };
}

interface Starting extends StreamSourceOptions {
  readonly call: EngineCall;
  readonly reads: Map<string, number>;
}

function started(mapping: StreamMapping, options: Starting): Pick<Running, "part" | "poller"> {
  const { call, tableStreams, onProblem } = options;
  const part = partOfStream({
    service: streamService(call),
    engineStream: () => streamOf(call, mapping.table),
    part: () => tableStreams.part(mapping.stream),
  });
  const { target, source } = mapped(mapping, part, options);
  const poller = startStreamPoller(target, source, (error) => onProblem(`${mapping.logicalId}: ${String(error)}`));
  return { part, poller };
}

const movedBy = ({ dynamodb, ...record }: StreamRecord, seconds: number): StreamRecord => ({
  ...record,
  dynamodb: { ...dynamodb, ApproximateCreationDateTime: dynamodb.ApproximateCreationDateTime + seconds },
});

function mapped(
  mapping: StreamMapping,
  service: StreamService,
  { lambda, queues, checkpoints, put, now, reads, tableStreams }: Starting,
): { readonly target: StreamTarget; readonly source: StreamSource } {
  const { stream, table, batchSize, filter, hasTumblingWindow, destination, maxRetries, maxAgeSeconds } = mapping;
  // This map remembers how far the clock was ahead of the machine's when each record was read, so that the age of a
  // record begins at zero.
  const ahead = new Map<string, number>();
  const aheadOf = ({ dynamodb }: StreamRecord): number => ahead.get(dynamodb.SequenceNumber) ?? 0;
  const own: StreamService = {
    ...service,
    async records(iterator, limit) {
      if (tableStreams.part(stream).upTo === undefined) reads.set(table, (reads.get(table) ?? 0) + 1);
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
