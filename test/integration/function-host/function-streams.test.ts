import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { functions, type StreamLimits } from "../../../lib/functions.ts";
import type { HostedFunction } from "../../../local/aws/function-host/functions.ts";
import { startFunctionStreams } from "../../../local/aws/function-host/stream/function-streams.ts";
import type { StreamPoller } from "../../../local/aws/function-host/stream/stream-poller.ts";
import { type QueueEngine, startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";
import { readTableChanges } from "../../../shared/aws/table-changes.ts";
import { CREDENTIALS, type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const QUEUE = "announcement-dead-letters";

let folder = "";
let fixture: TableFixture;
let queue: QueueEngine;
let streams: StreamPoller | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-function-streams-"));
  fixture = await tableFixture();
  const queues = [{ name: QUEUE, visibilityTimeoutSeconds: 30 }];
  queue = await startQueueEngine({ port: 0, file: join(folder, "queues.sqlite"), queues });
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", queue.endpoint);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", CREDENTIALS.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", CREDENTIALS.secretAccessKey);
});
afterEach(async () => {
  await streams?.stop();
  streams = undefined;
  vi.unstubAllEnvs();
  await Promise.all([fixture.close(), queue.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function start(invoke: HostedFunction["invoke"], limits?: StreamLimits): Promise<void> {
  const reader = functions.find(({ trigger }) => trigger.kind === "stream");
  if (reader === undefined) throw new Error("no function reads a stream");
  const streamSettings = {
    ...{ tablesEndpoint: fixture.endpoint, checkpointsFile: join(folder, "streams.sqlite") },
    deadLetterUrls: { [QUEUE]: queue.queueUrl(QUEUE) },
  };
  streams = await startFunctionStreams(streamSettings, [{ ...reader, invoke }], limits);
}

const put = (id: string, status?: string) =>
  fixture.client.send(
    new PutCommand({ TableName: "Notifications", Item: { pk: "owner#00", sk: id, ...(status && { status }) } }),
  );

describe("startFunctionStreams()", () => {
  it("calls the function with what the filters of its trigger let through, and says of which shard it is", async () => {
    const seen: unknown[] = [];
    await put("1#BODY");
    await put("1", "pending");
    await put("1", "processing");
    await put("1", "sent");
    await start(async (event) => {
      for (const { sequenceNumber, streamShard, after } of readTableChanges(event))
        seen.push([sequenceNumber, typeof streamShard, after?.status]);
      return { batchItemFailures: [], state: {} };
    });
    await expect
      .poll(() => seen)
      .toEqual([
        ["2", "string", "pending"],
        ["4", "string", "sent"],
      ]);
  });

  it("leaves a message at the dead letters of the function for what is too old", async () => {
    const seen: unknown[] = [];
    await put("1#BODY");
    await put("1", "sent");
    await start(async (event) => void seen.push(event), { maxRetries: 0, maxAgeSeconds: -1e9 });
    const wanted = { max: 1, waitSeconds: 20, signal: AbortSignal.timeout(60_000) };
    const [message] = await queue.receive(QUEUE, wanted);
    expect(JSON.parse(message?.Body ?? "{}")).toMatchObject({
      DDBStreamBatchInfo: { startSequenceNumber: "2", endSequenceNumber: "2", batchSize: 1 },
    });
    expect(seen).toEqual([]);
  });
});
