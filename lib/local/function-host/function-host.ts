import type { RequestListener } from "node:http";
import { functions, type QueueName } from "../../functions.ts";
import type { Engines } from "../engines.ts";
import type { Site } from "../panel/panel-site.ts";
import { startBackground } from "./background.ts";
import { isForeground, loadFunctions } from "./functions.ts";
import { startHttpGateway } from "./http-gateway.ts";
import { routeTable } from "./route-table.ts";

export interface FunctionHostOptions {
  readonly port: number;
  readonly engines: Pick<Engines, "queueUrl">;
  readonly site: Site;
  /** Whoever answers paths with the body left in its stream. */
  readonly listenerOf: (path: string) => RequestListener | undefined;
  /** Other intervals than the deployment's, by function. */
  readonly everySeconds: Readonly<Record<string, number>>;
  readonly onFailure: (what: string) => void;
}

export interface FunctionHost {
  readonly url: string;
  /** Takes no new work; waits for what runs, at most so many milliseconds. */
  stop(withinMs: number): Promise<void>;
}

/**
 * Stands in for API Gateway, event source mappings and the scheduler. What callers wait for runs in this thread; queues and schedules
 * have a thread of their own, so that a burst of requests does not hold up deliveries, nor the other way round.
 */
export async function startFunctionHost({
  port,
  engines,
  site,
  listenerOf,
  everySeconds,
  onFailure,
}: FunctionHostOptions): Promise<FunctionHost> {
  const queueUrls: Record<string, string> = {};
  for (const name of queueNames()) queueUrls[name] = engines.queueUrl(name);
  const [hosted, background] = await Promise.all([
    loadFunctions(isForeground),
    startBackground({ queueUrls, everySeconds }, onFailure),
  ]);
  const gateway = await startHttpGateway(port, routeTable(hosted), { site, listenerOf });
  return {
    url: gateway.url,
    async stop(withinMs) {
      await Promise.race([Promise.all([gateway.close(withinMs), background.stop()]), after(withinMs)]);
    },
  };
}

const queueNames = (): QueueName[] =>
  functions.flatMap(({ trigger }) => (trigger.kind === "queue" ? trigger.queue : []));

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
