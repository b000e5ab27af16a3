import { SQSClient } from "@aws-sdk/client-sqs";
import type { Engines } from "../engines.ts";
import { type HostedFunction, loadFunctions } from "./functions.ts";
import { startHttpGateway } from "./http-gateway.ts";
import { type QueuePoller, startQueuePoller } from "./queue-poller.ts";
import { routeTable } from "./route-table.ts";
import { type Schedule, startSchedule } from "./schedule.ts";

/** Batches side by side on one machine, whatever the cloud would allow itself. */
const MAX_LOCAL_CONCURRENCY = 8;

export interface FunctionHostOptions {
  readonly port: number;
  readonly engines: Engines;
  /** Other intervals than the deployment's, by function. */
  readonly everySeconds: Readonly<Record<string, number>>;
}

export interface FunctionHost {
  readonly url: string;
  /** Takes no new work; waits for what runs, at most so many milliseconds. */
  stop(withinMs: number): Promise<void>;
}

/** Stands in for API Gateway, event source mappings and the scheduler. */
export async function startFunctionHost({ port, engines, everySeconds }: FunctionHostOptions): Promise<FunctionHost> {
  const hosted = await loadFunctions();
  const client = new SQSClient({});
  const pollers = hosted.flatMap((target) => pollerOf(target, engines, client));
  const schedules = hosted.flatMap((target) => scheduleOf(target, everySeconds));
  const gateway = await startHttpGateway(port, routeTable(hosted));
  return {
    url: gateway.url,
    async stop(withinMs) {
      const running = Promise.all([gateway.close(withinMs), ...[...pollers, ...schedules].map((one) => one.stop())]);
      await Promise.race([running, after(withinMs)]);
      client.destroy();
    },
  };
}

function pollerOf(target: HostedFunction, engines: Engines, client: SQSClient): QueuePoller[] {
  if (target.trigger.kind !== "queue") return [];
  const { queue, batchSize, maxConcurrency } = target.trigger;
  const concurrency = Math.min(maxConcurrency, MAX_LOCAL_CONCURRENCY);
  return [startQueuePoller(target, { client, queueUrl: engines.queueUrl(queue), batchSize, concurrency })];
}

function scheduleOf(target: HostedFunction, everySeconds: Readonly<Record<string, number>>): Schedule[] {
  if (target.trigger.kind !== "schedule") return [];
  return [startSchedule(target, everySeconds[target.name] ?? target.trigger.everySeconds)];
}

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
