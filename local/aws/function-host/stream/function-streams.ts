import { type FunctionDefinition, functions, type StreamedTable } from "../../../../lib/functions.ts";
import { LOCAL_CREDENTIALS } from "../../../environment.ts";
import type { QueueEngine } from "../../queue/queue-engine.ts";
import { engineCall } from "../../table/engine-call.ts";
import type { TableEngine } from "../../table/table-engine.ts";
import { startTrimming } from "../../table/trim-streams.ts";
import type { Background } from "../background.ts";
import { writeCrash } from "../crash-line.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { type RecordFilter, recordFilter } from "./filter-pattern.ts";
import type { StreamTarget } from "./shard-reader.ts";
import { type StreamPoller, startStreamPoller } from "./stream-poller.ts";
import { streamOf, streamService } from "./stream-service.ts";

/** DynamoDB keeps a record no longer. */
const MAX_AGE_SECONDS = 86_400;

export interface FunctionStreams {
  readonly table: Pick<TableEngine, "endpoint" | "databaseFile">;
  readonly queue: Pick<QueueEngine, "send">;
  readonly checkpointsFile: string;
}

/** One function and one table of its trigger. */
interface Mapping {
  readonly definition: FunctionDefinition;
  readonly table: StreamedTable["name"];
  readonly filter: RecordFilter;
  readonly batchSize: number;
  readonly hasTumblingWindow: boolean;
  readonly deadLetters: string;
  readonly stream: string;
}

/** Runs the functions of streams; the embedded engine's records go when they are processed. */
export async function startFunctionStreams(
  { table: engine, queue, checkpointsFile }: FunctionStreams,
  background: Pick<Background, "invoke">,
): Promise<StreamPoller> {
  const call = engineCall(engine.endpoint, LOCAL_CREDENTIALS.accessKeyId);
  const mappings: Mapping[] = [];
  for (const definition of functions) {
    if (definition.trigger.kind !== "stream") continue;
    const { tables: read, batchSize, deadLetters, namesShard: hasTumblingWindow = false } = definition.trigger;
    const mapping = { definition, batchSize, hasTumblingWindow, deadLetters };
    for (const { name: table, filters } of read)
      mappings.push({ ...mapping, table, filter: recordFilter(filters), stream: await streamOf(call, table) });
  }
  const checkpoints = openCheckpoints(checkpointsFile);
  const service = streamService(call);
  const pollers = mappings.map(({ definition: { name }, deadLetters, ...mapping }) => {
    const discard = (message: object): Promise<void> => queue.send(deadLetters, JSON.stringify(message));
    const source = { ...mapping, service, checkpoints, maxAgeSeconds: MAX_AGE_SECONDS, discard };
    return startStreamPoller(targetOf(name, background), source, tell("stream.poll_failed", name));
  });
  const positions = () =>
    [...Map.groupBy(mappings, ({ table }) => table)].map(([table, readers]) => ({
      table,
      processedTo: earliest(readers.map(({ definition, stream }) => checkpoints.processedTo(definition.name, stream))),
    }));
  const trimming =
    engine.databaseFile && startTrimming(engine.databaseFile, positions, tell("stream.trim_failed", "streams"));
  return {
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()));
      if (trimming) trimming.stop();
      checkpoints.close();
    },
  };
}

/** Undefined where one of the readers has processed nothing yet. */
function earliest(positions: readonly (string | undefined)[]): string | undefined {
  const known = positions.flatMap((one) => (one === undefined ? [] : [BigInt(one)]));
  if (known.length < positions.length) return undefined;
  return known.toSorted((a, b) => (a < b ? -1 : 1))[0]?.toString();
}

const tell = (event: string, name: string) => (error: unknown) => writeCrash(event, name, error);

const targetOf = (name: string, background: Pick<Background, "invoke">): StreamTarget => ({
  name,
  arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
  invoke: (event) => background.invoke(name, event),
  onFailure: tell("function.crashed", name),
});
