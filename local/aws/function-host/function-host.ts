import type { RequestListener } from "node:http";
import { type FunctionDefinition, functions } from "../../../lib/functions.ts";
import type { Engines } from "../../engines.ts";
import type { Site } from "../../panel/panel-site.ts";
import type { QueueEngine } from "../queue/queue-engine.ts";
import { type Background, startBackground } from "./background.ts";
import { isForeground, loadFunctions } from "./functions.ts";
import { type HttpGateway, startHttpGateway } from "./http-gateway.ts";
import { type QueuePoller, startQueuePoller } from "./queue-poller.ts";
import { routeTable } from "./route-table.ts";
import type { FunctionStreams } from "./stream/function-streams.ts";

export interface FunctionHostOptions {
  readonly port: number;
  readonly engines: Pick<Engines, "queue" | "table">;
  /** This file stores how far the streams of tables are processed. */
  readonly checkpointsFile: string;
  readonly site: Site;
  /** Returns a listener for paths whose requests must keep their body as a stream. */
  readonly listenerOf: (path: string) => RequestListener | undefined;
  /** Intervals of scheduled functions, by the function's name, that replace those of the deployment. */
  readonly everySeconds: Readonly<Record<string, number>>;
  readonly onFailure: (what: string) => void;
}

export interface FunctionHost {
  readonly url: string;
  /** Accepts no new work and waits for running work, at most this many milliseconds. */
  stop(withinMs: number): Promise<void>;
}

/**
 * Stands in for API Gateway, event source mappings and the scheduler. Functions that callers wait for run in this
 * thread. Those of queues, streams and schedules run in another one, so that requests and deliveries do not delay each
 * other.
 */
export async function startFunctionHost({
  port,
  engines,
  checkpointsFile,
  site,
  listenerOf,
  everySeconds,
  onFailure,
}: FunctionHostOptions): Promise<FunctionHost> {
  const foreground = loadFunctions(isForeground);
  const loaded = foreground.catch(() => undefined);
  const settings = { everySeconds, streams: streamsOf(engines, checkpointsFile) };
  const [background] = await Promise.all([startBackground(settings, onFailure), loaded]);
  const start = async (): Promise<HttpGateway> =>
    startHttpGateway(port, routeTable(await foreground), { site, listenerOf });
  const gateway = await start().catch(async (error) => {
    background.rest();
    await background.stop();
    throw error;
  });
  const pollers = functions.flatMap((definition) => pollersOf(definition, engines.queue, background));
  const stopBackground = async (): Promise<void> => {
    background.rest();
    await Promise.all(pollers.map((poller) => poller.stop()));
    await background.stop();
  };
  return {
    url: gateway.url,
    async stop(withinMs) {
      await Promise.race([Promise.all([gateway.close(withinMs), stopBackground()]), after(withinMs)]);
    },
  };
}

function streamsOf(
  { queue, table: { endpoint, databaseFile } }: FunctionHostOptions["engines"],
  checkpointsFile: string,
): FunctionStreams {
  const deadLetters = functions.flatMap(({ trigger }) => (trigger.kind === "stream" ? [trigger.deadLetters] : []));
  return {
    tablesEndpoint: endpoint,
    databaseFile,
    checkpointsFile,
    deadLetterUrls: Object.fromEntries(deadLetters.map((name) => [name, queue.queueUrl(name)])),
  };
}

/**
 * The greatest number of messages that one function processes concurrently on this machine, whatever the cloud allows. A function mostly waits for
 * other servers.
 */
const MAX_LOCAL_MESSAGES = 160;

function pollersOf({ name, trigger }: FunctionDefinition, engine: QueueEngine, background: Background): QueuePoller[] {
  if (trigger.kind !== "queue") return [];
  const { queue, batchSize, maxConcurrency } = trigger;
  const concurrency = Math.min(maxConcurrency, Math.floor(MAX_LOCAL_MESSAGES / batchSize));
  const invoke = (event: unknown): Promise<unknown> => background.invoke(name, event);
  return [startQueuePoller({ name, invoke }, { engine, queue, batchSize, concurrency })];
}

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
