import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Checkpoints, openCheckpoints } from "../../../local/aws/function-host/stream/checkpoints.ts";
import type { StreamSource } from "../../../local/aws/function-host/stream/shard-reader.ts";
import { type StreamPoller, startStreamPoller } from "../../../local/aws/function-host/stream/stream-poller.ts";
import { type StreamRecord, streamOf, streamService } from "../../../local/aws/function-host/stream/stream-service.ts";
import { type QueueEngine, startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";
import { createTables } from "../../../local/aws/table/create-tables.ts";
import { engineCall } from "../../../local/aws/table/engine-call.ts";
import { startTableEngine, type TableEngine } from "../../../local/aws/table/table-engine.ts";
import { readTableChanges } from "../../../shared/aws/table-changes.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

const TABLE = { name: "Notifications", partitionKey: "pk", stream: true, isDurable: true } as const;

let folder = "";
let engine: TableEngine;
let client: DynamoDBClient;
let checkpoints: Checkpoints;
let poller: StreamPoller | undefined;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-streams-"));
  engine = await startTableEngine({ dataDir: folder });
  client = new DynamoDBClient({ endpoint: engine.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  await createTables(client, [TABLE]);
  checkpoints = openCheckpoints(join(folder, "streams.sqlite"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await poller?.stop();
  poller = undefined;
  checkpoints.close();
  client.destroy();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const put = (id: number) =>
  client.send(new PutItemCommand({ TableName: TABLE.name, Item: { pk: { S: "one" }, id: { N: String(id) } } }));
async function putAll(from: number, to: number): Promise<void> {
  for (let id = from; id <= to; id += 1) await put(id);
}
const idsOf = (records: readonly object[]): number[] =>
  (records as StreamRecord[]).map((record) => Number(JSON.parse(JSON.stringify(record)).dynamodb.NewImage?.id.N));

async function poll(invoke: (ids: number[], event: unknown) => unknown, settings: Partial<StreamSource> = {}) {
  const call = engineCall(engine.endpoint);
  const target = {
    ...{ name: "worker", arn: "arn:worker", onFailure: () => {} },
    invoke: async (event: { readonly Records: readonly object[] }) => invoke(idsOf(event.Records), event),
  };
  const always = { service: streamService(call), stream: await streamOf(call, TABLE.name), checkpoints };
  const rest = { batchSize: 10, maxRetries: 1000, maxAgeSeconds: 86_400, discard: async () => {} };
  poller = startStreamPoller(target, { ...always, ...rest, ...settings }, () => {});
}

describe("the stream of a table in the embedded engine", () => {
  it("calls its function with the changes in their order, in the shape that functions read", async () => {
    const events: unknown[] = [];
    await put(1);
    await put(2);
    await client.send(new DeleteItemCommand({ TableName: TABLE.name, Key: { pk: { S: "one" } } }));
    await poll((_, event) => void events.push(event));
    await expect.poll(() => events).toHaveLength(1);
    const keys = { pk: "one" };
    const known = { table: "Notifications", keys, at: expect.any(Date), record: expect.any(Object) };
    expect(readTableChanges(events[0])).toEqual([
      { ...known, sequenceNumber: "1", after: { pk: "one", id: 1 } },
      { ...known, sequenceNumber: "2", before: { pk: "one", id: 1 }, after: { pk: "one", id: 2 } },
      { ...known, sequenceNumber: "3", before: { pk: "one", id: 2 } },
    ]);
  });

  it("goes on behind the last batch that was processed after a restart", async () => {
    const seen: number[] = [];
    const note = (ids: number[]) => void seen.push(...ids);
    await poll(note);
    await putAll(1, 3);
    await expect.poll(() => seen).toEqual([1, 2, 3]);
    await poller?.stop();
    await putAll(4, 5);
    await poll(note);
    await putAll(6, 6);
    await expect.poll(() => seen).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("goes on with the record that failed, and repeats none before it", async () => {
    const batches: number[][] = [];
    await putAll(1, 4);
    await poll((ids) => {
      batches.push(ids);
      // The id of a record is its number here.
      return batches.length < 3 ? { batchItemFailures: [{ itemIdentifier: "3" }] } : {};
    });
    await expect
      .poll(() => batches)
      .toEqual([
        [1, 2, 3, 4],
        [3, 4],
        [3, 4],
      ]);
    await expect.poll(() => batches.length).toBe(3);
  });

  it("sends the place of a record that fails until it is too old to the queue, and goes on", async () => {
    const queue: QueueEngine = await startQueueEngine({
      ...{ port: 0, file: join(folder, "queues.sqlite") },
      queues: [{ name: "left-out", visibilityTimeoutSeconds: 30 }],
    });
    try {
      const seen: number[] = [];
      await putAll(1, 2);
      await poll(
        (ids) => {
          if (ids.includes(1)) throw new Error("broken");
          seen.push(...ids);
        },
        { maxAgeSeconds: 3, discard: (message) => queue.send("left-out", JSON.stringify(message)) },
      );
      const wanted = { max: 1, waitSeconds: 20, signal: AbortSignal.timeout(60_000) };
      const [message] = await queue.receive("left-out", wanted);
      expect(JSON.parse(message?.Body ?? "{}")).toMatchObject({
        requestContext: { functionArn: "arn:worker", condition: "RecordAgeExceeded" },
        DDBStreamBatchInfo: { startSequenceNumber: "1", batchSize: expect.any(Number) },
      });
      await put(3);
      await expect.poll(() => seen.includes(3)).toBe(true);
      expect(seen.includes(1)).toBe(false);
    } finally {
      await queue.close();
    }
  });

  it("repeats at most a batch when its process is killed, and leaves nothing out", async () => {
    const TOTAL = 120;
    const BATCH = 5;
    const output = join(folder, "batches");
    const batches = (): number[][] =>
      existsSync(output)
        ? readFileSync(output, "utf8")
            .split("\n")
            .filter(Boolean)
            .map((line) => idsOf(JSON.parse(line)))
        : [];
    const start = (): ChildProcess => {
      const script = resolve(import.meta.dirname, "poll-stream.ts");
      const args = [engine.endpoint, TABLE.name, join(folder, "child.sqlite"), output, String(BATCH)];
      const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
        stdio: "ignore",
      });
      children.push(child);
      return child;
    };
    const kills = [];
    await putAll(1, TOTAL);
    for (let least = 2; least <= 14; least += 4) {
      const child = start();
      await expect.poll(() => batches().length, { interval: 3 }).toBeGreaterThan(least + kills.length);
      child.kill("SIGKILL");
      await new Promise((ended) => {
        child.once("exit", ended);
      });
      kills.push(least);
    }
    start();
    await expect.poll(() => batches().flat().at(-1)).toBe(TOTAL);
    const ids = batches().flat();
    const inOrder = Array.from({ length: TOTAL }, (_, i) => i + 1);
    expect([...new Set(ids)]).toEqual(inOrder);
    expect(ids.length).toBeLessThanOrEqual(TOTAL + kills.length * BATCH);
  });
});
