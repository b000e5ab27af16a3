import { parentPort, workerData } from "node:worker_threads";
import { SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { type HostedFunction, isForeground, loadFunctions } from "./functions.ts";
import { type QueuePoller, startQueuePoller } from "./queue-poller.ts";
import { type Schedule, startSchedule } from "./schedule.ts";

// The entry of the background thread: polls the queues, runs the schedules, and ends when it is told to.

/** Batches side by side on one machine, whatever the cloud would allow itself. Most of their messages wait for their accounts. */
const MAX_LOCAL_CONCURRENCY = 16;

const { queueUrls, everySeconds } = z
  .object({ queueUrls: z.record(z.string(), z.string()), everySeconds: z.record(z.string(), z.number()) })
  .parse(workerData);

function pollerOf(target: HostedFunction, client: SQSClient): QueuePoller[] {
  if (target.trigger.kind !== "queue") return [];
  const { queue, batchSize, maxConcurrency } = target.trigger;
  const queueUrl = queueUrls[queue];
  if (queueUrl === undefined) throw new Error(`the queue ${queue} has no address`);
  return [
    startQueuePoller(target, {
      client,
      queueUrl,
      batchSize,
      concurrency: Math.min(maxConcurrency, MAX_LOCAL_CONCURRENCY),
    }),
  ];
}

function scheduleOf(target: HostedFunction): Schedule[] {
  if (target.trigger.kind !== "schedule") return [];
  return [startSchedule(target, everySeconds[target.name] ?? target.trigger.everySeconds)];
}

const hosted = await loadFunctions((definition) => !isForeground(definition));
const client = new SQSClient({});
const running = hosted.flatMap((target): (QueuePoller | Schedule)[] => [
  ...pollerOf(target, client),
  ...scheduleOf(target),
]);

const end = (): never => {
  client.destroy();
  process.exit(0);
};
parentPort?.on("message", () => {
  Promise.all(running.map((one) => one.stop())).then(end, end);
});
parentPort?.postMessage("ready");
