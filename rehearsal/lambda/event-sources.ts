import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { QueueEngine } from "../../local/aws/queue/queue-engine.ts";
import { recordAttributes } from "../../local/aws/queue/record-attributes.ts";
import type { Faults } from "../faults.ts";
import type { Account } from "../iam/account.ts";
import type { PutMetric } from "../metrics/metric-store.ts";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import { functionName } from "../resources/kinds.ts";
import { gatheredBatches, type Message } from "./gathered-batches.ts";
import type { Lambda } from "./lambda.ts";
import { isStreamSource } from "./stream-mapping.ts";

const mapping = z.looseObject({
  BatchSize: z.number().default(10),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  FunctionResponseTypes: z.array(z.string()).default([]),
  Enabled: z.boolean().default(true),
  ScalingConfig: z.looseObject({ MaximumConcurrency: z.number() }).optional(),
});
type Mapping = z.output<typeof mapping>;

export interface EventSources {
  /** Stops taking messages and waits for running batches. */
  stop(): Promise<void>;
}

export interface EventSourceOptions {
  readonly deployment: Deployment;
  readonly engine: Pick<QueueEngine, "receive" | "remove">;
  readonly account: Pick<Account, "ask">;
  readonly lambda: Pick<Lambda, "invoke">;
  /** At most this many batches run concurrently on this machine. */
  readonly concurrency: number;
  readonly put: PutMetric;
  /** The faults on purpose. No function receives from a queue that one of them breaks. */
  readonly faults: Faults;
  /** Is called if a queue could not be read or a batch not handed over. The work is then repeated. */
  readonly onProblem: (what: string) => void;
}

/** Lambda itself performs these actions on a queue with the role of the function. */
const NEEDED = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
/** This wait is shorter than Lambda's, so that reading a broken queue stops soon. */
const WAIT_SECONDS = 1;
/** SQS removes no more messages per call. */
const MOST_REMOVED_AT_ONCE = 10;
const PAUSE_AFTER_ERROR_MS = 500;

/**
 * Emulates Lambda's event source mappings of queues: takes messages in batches, leaves the failed ones on the queue,
 * and deletes the others. Throws if a role lacks a permission.
 */
export function startEventSources(options: EventSourceOptions): EventSources {
  const stopping = new AbortController();
  const loops = ofType(options.deployment, "AWS::Lambda::EventSourceMapping").flatMap((deployed) => {
    if (isStreamSource(deployed)) return [];
    const read = mapping.parse(deployed.properties);
    if (!read.Enabled) return [];
    checkRights(deployed, read, options);
    const side = Math.min(read.ScalingConfig?.MaximumConcurrency ?? options.concurrency, options.concurrency);
    return Array.from({ length: side }, () => poll(deployed, read, options, stopping.signal));
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

function checkRights(
  { logicalId }: Deployed,
  { EventSourceArn, FunctionName }: Mapping,
  { deployment, account }: EventSourceOptions,
): void {
  const target = ofType(deployment, "AWS::Lambda::Function").find(({ ref }) => ref === functionName(FunctionName));
  const role = String(target?.properties.Role);
  for (const action of NEEDED) {
    const context = { "aws:securetransport": "true" };
    const { isAllowed } = account.ask({ caller: { role }, action, resource: EventSourceArn, context });
    if (!isAllowed)
      throw new Error(`${logicalId}: the function's execution role has no permission to call ${action} on its queue`);
  }
}

async function poll(
  deployed: Deployed,
  source: Mapping,
  options: EventSourceOptions,
  stopping: AbortSignal,
): Promise<void> {
  const queue = source.EventSourceArn.split(":").at(-1) ?? "";
  const { BatchSize: batchSize, MaximumBatchingWindowInSeconds: windowSeconds } = source;
  const receive = (max: number, signal: AbortSignal) => received(queue, max, { ...options, stopping: signal });
  const next = gatheredBatches({ receive, batchSize, windowSeconds });
  while (!stopping.aborted) {
    try {
      const messages = await next(stopping);
      if (messages.length > 0) await runBatch(messages, { deployed, source, queue, ...options });
    } catch (error) {
      if (stopping.aborted) return;
      options.onProblem(`${deployed.logicalId}: ${String(error)}`);
      await pause(PAUSE_AFTER_ERROR_MS);
    }
  }
}

interface Receiving extends Pick<EventSourceOptions, "engine" | "faults" | "put"> {
  readonly stopping: AbortSignal;
}

async function received(queue: string, max: number, { engine, faults, put, stopping }: Receiving) {
  if (faults.isBroken("queue", queue)) {
    await pause(PAUSE_AFTER_ERROR_MS);
    return [];
  }
  const messages = await engine.receive(queue, { max, waitSeconds: WAIT_SECONDS, signal: stopping });
  if (messages.length > 0)
    put({ namespace: "AWS/SQS", name: "NumberOfMessagesReceived" }, { QueueName: queue }, messages.length);
  return messages;
}

interface Batch extends EventSourceOptions {
  readonly deployed: Deployed;
  readonly source: Mapping;
  readonly queue: string;
}

const report = z.looseObject({ batchItemFailures: z.array(z.looseObject({ itemIdentifier: z.string() })).nullish() });

async function runBatch(
  messages: readonly Message[],
  { deployed, source, queue, engine, lambda }: Batch,
): Promise<void> {
  const records = messages.map((message) => ({
    ...{ messageId: message.MessageId, receiptHandle: message.ReceiptHandle },
    ...{ body: message.Body, md5OfBody: message.MD5OfBody, attributes: message.Attributes ?? {} },
    ...{
      messageAttributes: recordAttributes(message),
      eventSource: "aws:sqs",
      eventSourceARN: source.EventSourceArn,
      awsRegion: deployed.region,
    },
  }));
  const outcome = await lambda.invoke(source.FunctionName, { Records: records });
  // The messages of a failed batch are received again once they are visible.
  if (outcome.kind === "failed") return;
  const isPartial = source.FunctionResponseTypes.includes("ReportBatchItemFailures");
  const said = report.safeParse(JSON.parse(outcome.payload));
  const failed = new Set(
    isPartial && said.success ? said.data.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier) : [],
  );
  const done = messages.filter(({ MessageId }) => !failed.has(MessageId)).map(({ ReceiptHandle }) => ReceiptHandle);
  for (let i = 0; i < done.length; i += MOST_REMOVED_AT_ONCE)
    await engine.remove(queue, done.slice(i, i + MOST_REMOVED_AT_ONCE));
}
