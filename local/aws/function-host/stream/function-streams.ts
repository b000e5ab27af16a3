import { SendMessageCommand } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { STREAM_LIMITS, type StreamedTable, type StreamLimits } from "../../../../lib/functions.ts";
import { sqsClient } from "../../../../shared/aws/sqs/sqs-client.ts";
import { LOCAL_CREDENTIALS } from "../../../environment.ts";
import { engineCall } from "../../table/engine-call.ts";
import { startTrimming } from "../../table/trim-streams.ts";
import { writeCrash } from "../crash-line.ts";
import { answerOf, type HostedFunction } from "../functions.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { type RecordFilter, recordFilter } from "./filter-pattern.ts";
import type { StreamTarget } from "./shard-reader.ts";
import { type StreamPoller, startStreamPoller } from "./stream-poller.ts";
import { streamOf, streamService } from "./stream-service.ts";

/** Where the streams, the file with the checkpoints and the queues for dead letters are. */
export const functionStreams = z.object({
  tablesEndpoint: z.string(),
  /** The embedded engine's own database file. */
  databaseFile: z.string().optional(),
  checkpointsFile: z.string(),
  /** The URLs of the dead-letter queues by queue name. */
  deadLetterUrls: z.record(z.string(), z.string()),
});
export type FunctionStreams = z.infer<typeof functionStreams>;

/** Connects one function with one table of its trigger. */
interface Mapping {
  readonly hosted: HostedFunction;
  readonly table: StreamedTable["name"];
  readonly filter: RecordFilter;
  readonly batchSize: number;
  readonly hasTumblingWindow: boolean;
  readonly deadLetters: string;
  readonly stream: string;
}

/**
 * Runs the functions of streams in the thread that reads their records, so that the bytes from the engine are parsed
 * only once. Processed records are deleted from the embedded engine.
 */
export async function startFunctionStreams(
  { tablesEndpoint, databaseFile, checkpointsFile, deadLetterUrls }: FunctionStreams,
  functions: readonly HostedFunction[],
  limits: StreamLimits = STREAM_LIMITS,
): Promise<StreamPoller> {
  const call = engineCall(tablesEndpoint, LOCAL_CREDENTIALS.accessKeyId);
  const mappings: Mapping[] = [];
  for (const hosted of functions) {
    if (hosted.trigger.kind !== "stream") continue;
    const { tables: read, batchSize, deadLetters, namesShard: hasTumblingWindow = false } = hosted.trigger;
    const mapping = { hosted, batchSize, hasTumblingWindow, deadLetters };
    for (const { name: table, filters } of read)
      mappings.push({ ...mapping, table, filter: recordFilter(filters), stream: await streamOf(call, table) });
  }
  const checkpoints = openCheckpoints(checkpointsFile);
  const service = streamService(call);
  const sqs = sqsClient();
  const pollers = mappings.map(({ hosted, deadLetters, ...mapping }) => {
    const discard = async (message: object): Promise<void> => {
      const QueueUrl = deadLetterUrls[deadLetters];
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
    };
    const source = { ...mapping, service, checkpoints, discard, ...limits };
    return startStreamPoller(targetOf(hosted), source, tell("stream.poll_failed", hosted.name));
  });
  const positions = () =>
    [...Map.groupBy(mappings, ({ table }) => table)].map(([table, readers]) => ({
      table,
      processedTo: earliest(readers.map(({ hosted, stream }) => checkpoints.processedTo(hosted.name, stream))),
    }));
  const trimming = databaseFile && startTrimming(databaseFile, positions, tell("stream.trim_failed", "streams"));
  return {
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()));
      if (trimming) trimming.stop();
      checkpoints.close();
      sqs.destroy();
    },
  };
}

/** The earliest position, or undefined if one of the readers has processed nothing yet. */
function earliest(positions: readonly (string | undefined)[]): string | undefined {
  const known = positions.flatMap((one) => (one === undefined ? [] : [BigInt(one)]));
  if (known.length < positions.length) return undefined;
  return known.toSorted((a, b) => (a < b ? -1 : 1))[0]?.toString();
}

const tell = (event: string, name: string) => (error: unknown) => writeCrash(event, name, error);

const targetOf = (hosted: HostedFunction): StreamTarget => ({
  name: hosted.name,
  arn: `arn:aws:lambda:us-east-1:000000000000:function:${hosted.name}`,
  invoke: (event) => answerOf(hosted, event, crypto.randomUUID()),
  onFailure: tell("function.crashed", hosted.name),
});
