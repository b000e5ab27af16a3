import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DescribeTableCommand, DynamoDBClient, PutItemCommand, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { streamOf, streamService } from "../../../local/aws/function-host/stream/stream-service.ts";
import { createTables } from "../../../local/aws/table/create-tables.ts";
import { engineCall } from "../../../local/aws/table/engine-call.ts";
import { startTableEngine, type TableEngine } from "../../../local/aws/table/table-engine.ts";
import { openForTrimming, startTrimming, trimStreams } from "../../../local/aws/table/trim-streams.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

const [CHAT, CONFIG] = (["Chat", "Config"] as const).map((name) => ({
  ...{ name, partitionKey: "pk", isDurable: true, stream: true as const },
}));
const DAY_MS = 86_400_000;

let folder = "";
let engine: TableEngine;
let client: DynamoDBClient;
let database: DatabaseSync;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-trim-"));
  engine = await startTableEngine({ dataDir: folder });
  client = new DynamoDBClient({ endpoint: engine.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  database = openForTrimming(engine.databaseFile ?? "");
});
afterEach(async () => {
  database.close();
  client.destroy();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(TableName: string, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1)
    await client.send(new PutItemCommand({ TableName, Item: { pk: { S: "one" }, id: { S: crypto.randomUUID() } } }));
}

async function numbersOf(table: string): Promise<number[]> {
  const call = engineCall(engine.endpoint);
  const service = streamService(call);
  const stream = await streamOf(call, table);
  const [shard] = await service.shards(stream);
  const iterator = await service.iterator(stream, shard?.id ?? "", undefined);
  const { records } = await service.records(iterator, 1000);
  return records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
}

describe("trimStreams()", () => {
  beforeEach(() =>
    createTables(
      client,
      [CHAT, CONFIG].filter((table) => table !== undefined),
    ),
  );

  it("deletes what is processed, and nothing that is not", async () => {
    await put("Chat", 5);
    await put("Config", 3);
    const deleted = trimStreams(database, [{ table: "Chat", processedTo: "3" }], new Date());
    expect([deleted, await numbersOf("Chat"), await numbersOf("Config")]).toEqual([3, [4, 5], [1, 2, 3]]);
    expect(trimStreams(database, [{ table: "Config", processedTo: undefined }], new Date())).toBe(0);
  });

  it("keeps the last record, by which the engine numbers the next one", async () => {
    await put("Chat", 3);
    expect(trimStreams(database, [{ table: "Chat", processedTo: "3" }], new Date())).toBe(2);
    await put("Chat", 1);
    expect(await numbersOf("Chat")).toEqual([3, 4]);
  });

  it("deletes what is older than a day, processed or not", async () => {
    await put("Chat", 3);
    const tables = [{ table: "Chat", processedTo: undefined }];
    expect(trimStreams(database, tables, new Date(Date.now() + DAY_MS - 60_000))).toBe(0);
    expect(trimStreams(database, tables, new Date(Date.now() + DAY_MS + 60_000))).toBe(2);
    expect(await numbersOf("Chat")).toEqual([3]);
  });

  it("trims beside a writer who notices nothing", async () => {
    const problems: unknown[] = [];
    // All records but the last may be deleted at any time.
    const tables = [{ table: "Chat", processedTo: "1000000" }];
    const trimming = startTrimming(
      engine.databaseFile ?? "",
      () => tables,
      (error) => problems.push(error),
    );
    try {
      await Promise.all(Array.from({ length: 8 }, () => put("Chat", 100)));
      await expect.poll(() => numbersOf("Chat")).toEqual([800]);
    } finally {
      trimming.stop();
    }
    expect(problems).toEqual([]);
  });
});

describe("createTables()", () => {
  const specification = async (TableName: string) =>
    (await client.send(new DescribeTableCommand({ TableName }))).Table?.StreamSpecification;
  const WANTED = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" };
  const plain = { name: "Chat", partitionKey: "pk", isDurable: true } as const;

  it("gives a table that is there already its stream, and leaves one that has it alone", async () => {
    await createTables(client, [plain]);
    await put("Chat", 1);
    expect(await specification("Chat")).toBeUndefined();
    await createTables(client, [{ ...plain, stream: true }]);
    expect(await specification("Chat")).toEqual(WANTED);
    await put("Chat", 1);
    const stream = await streamOf(engineCall(engine.endpoint), "Chat");
    await createTables(client, [{ ...plain, stream: true }]);
    expect(await streamOf(engineCall(engine.endpoint), "Chat")).toBe(stream);
    expect(await numbersOf("Chat")).toEqual([1]);
  });

  it("makes a stream that shows only the new images one that shows both", async () => {
    await createTables(client, [plain]);
    const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_IMAGE" } as const;
    await client.send(new UpdateTableCommand({ TableName: "Chat", StreamSpecification }));
    await createTables(client, [plain], { keepsHistory: true });
    expect(await specification("Chat")).toEqual(WANTED);
  });
});
