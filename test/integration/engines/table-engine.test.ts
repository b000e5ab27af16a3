import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import {
  BatchWriteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { TableDefinition } from "../../../lib/tables.ts";
import { createTables } from "../../../local/aws/table/create-tables.ts";
import { expireItems } from "../../../local/aws/table/expire-items.ts";
import { startTableEngine, type TableEngineOptions } from "../../../local/aws/table/table-engine.ts";
import { killableEngine } from "./killable-engine.ts";

const TABLES: TableDefinition[] = [
  {
    name: "Notifications",
    partitionKey: "pk",
    sortKey: "sk",
    ttlAttribute: "ttl",
    indexes: [{ name: "due", partitionKey: "dueShard", sortKey: "dueAt", sortKeyType: "N", projection: "KEYS_ONLY" }],
    isDurable: true,
  },
  { name: "Ephemeral", partitionKey: "pk", ttlAttribute: "ttl", isDurable: false },
];

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "herald-tables-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function started(options: Partial<TableEngineOptions> = {}) {
  const engine = await startTableEngine({ dataDir, ...options });
  onTestFinished(() => engine.close());
  return engine;
}

function clientOf(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
  onTestFinished(() => client.destroy());
  return client;
}

const enginePid = async () => Number(JSON.parse(await readFile(join(dataDir, "tables.pid"), "utf8")).engine);

/** Finds the processes that use this test's database, with any starter. */
async function enginesOnTheDatabase(): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid,stat,args"]);
  const isEngine = (line: string) => line.includes(join(dataDir, "tables.db")) && line.includes("dynoxide");
  return stdout.split("\n").filter(isEngine);
}

describe("startTableEngine()", () => {
  it("keeps items over a restart, also on another port", async () => {
    const engine = await started();
    const client = clientOf(engine.endpoint);
    await createTables(client, TABLES);
    await client.send(new PutItemCommand({ TableName: "Ephemeral", Item: { pk: { S: "a" }, n: { N: "1" } } }));
    await engine.close();
    const again = clientOf((await started()).endpoint);
    const { Item } = await again.send(new GetItemCommand({ TableName: "Ephemeral", Key: { pk: { S: "a" } } }));
    expect(Item).toEqual({ pk: { S: "a" }, n: { N: "1" } });
  });

  it("leaves no process behind when it is closed", async () => {
    const engine = await started();
    expect(await enginesOnTheDatabase()).not.toEqual([]);
    await engine.close();
    expect(await enginesOnTheDatabase()).toEqual([]);
  });

  it("leaves no process behind when its owner is killed, and starts again at once", async () => {
    const killed = await killableEngine("table", dataDir);
    expect(await enginesOnTheDatabase()).not.toEqual([]);
    await killed.kill();
    await expect.poll(enginesOnTheDatabase).toEqual([]);

    const second = await killableEngine("table", dataDir);
    await createTables(clientOf(second.endpoint), TABLES);
    await second.kill();
    const client = clientOf((await started()).endpoint);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: "Ephemeral" }));
    expect(Table?.TableStatus).toBe("ACTIVE");
  });

  it("loses no acknowledged write when its owner is killed", async () => {
    const killed = await killableEngine("table", dataDir);
    const before = clientOf(killed.endpoint);
    await createTables(before, TABLES);
    const acknowledged: string[] = [];
    let death: Promise<void> | undefined;
    const writer = async (name: number) => {
      for (let count = 0; count < 1_000; count += 1) {
        const pk = `${name}-${count}`;
        try {
          await before.send(new PutItemCommand({ TableName: "Ephemeral", Item: { pk: { S: pk } } }));
        } catch {
          return;
        }
        if (acknowledged.push(pk) >= 200) death ??= killed.kill();
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(writer));
    await death;
    const client = clientOf((await started()).endpoint);
    const { Items = [] } = await client.send(new ScanCommand({ TableName: "Ephemeral" }));
    const found = new Set(Items.map(({ pk }) => pk?.S));
    expect(acknowledged.length).toBeGreaterThanOrEqual(200);
    expect(acknowledged.filter((pk) => !found.has(pk))).toEqual([]);
  });

  it("starts in the moment in which an earlier engine is ending", async () => {
    const killed = await killableEngine("table", dataDir);
    await killed.kill();
    await expect(started()).resolves.toBeDefined();
    expect((await enginesOnTheDatabase()).filter((line) => !line.includes("herald-engine"))).toHaveLength(1);
  });

  it("ends an engine that lost both its owner and its guard", async () => {
    const program = createRequire(import.meta.url).resolve("@dynoxide/linux-x64/package.json");
    const databaseFile = join(dataDir, "tables.db");
    const args = ["serve", "--port", "0", "--db-path", databaseFile];
    const orphan = spawn(join(dirname(program), "dynoxide"), args, { stdio: "ignore" });
    const ended = once(orphan, "exit");
    const note = { engine: orphan.pid, owner: orphan.pid, databaseFile };
    await writeFile(join(dataDir, "tables.pid"), JSON.stringify(note));
    await expect(started()).resolves.toBeDefined();
    expect(await ended).toBeDefined();
    expect(await enginePid()).not.toBe(orphan.pid);
  });

  it("refuses a data folder whose engine has a living owner", async () => {
    const other = await killableEngine("table", dataDir);
    await expect(startTableEngine({ dataDir })).rejects.toThrow(`in use by process ${other.pid}`);
    await other.kill();
  });

  it("reports when the engine dies, and not when it is closed", async () => {
    const outputs: string[] = [];
    await started({ onExit: (lastOutput) => outputs.push(lastOutput) });
    process.kill(await enginePid(), "SIGKILL");
    await expect.poll(() => outputs).toHaveLength(1);

    const silent = await started({ onExit: (lastOutput) => outputs.push(lastOutput) });
    await silent.close();
    expect(outputs).toHaveLength(1);
  });

  it("says why when the engine cannot start", async () => {
    await expect(startTableEngine({ dataDir: join(dataDir, "missing") })).rejects.toThrow("table engine");
    await expect(startTableEngine({ dataDir, program: "/bin/false" })).rejects.toThrow("ended at its start");
  });

  it("uses an endpoint that is given, and starts nothing", async () => {
    const engine = await started();
    const other = await startTableEngine({ dataDir: join(dataDir, "unused"), endpoint: engine.endpoint });
    expect(other.endpoint).toBe(engine.endpoint);
    await other.close();
    await createTables(clientOf(engine.endpoint), TABLES);
  });
});

describe("createTables()", () => {
  it("can run again, and adds an index that a table lacks", async () => {
    const client = clientOf((await started()).endpoint);
    const [notifications, ephemeral] = TABLES;
    if (!notifications || !ephemeral) throw new Error("no tables");
    await createTables(client, [{ ...notifications, indexes: [] }]);
    const Item = { pk: { S: "o#1" }, sk: { S: "n" }, dueShard: { S: "7" }, dueAt: { N: "5" }, body: { S: "x" } };
    await client.send(new PutItemCommand({ TableName: "Notifications", Item }));
    await createTables(client, TABLES);
    await createTables(client, TABLES);
    const { Items } = await client.send(
      new QueryCommand({
        TableName: "Notifications",
        IndexName: "due",
        KeyConditionExpression: "dueShard = :shard AND dueAt <= :now",
        ExpressionAttributeValues: { ":shard": { S: "7" }, ":now": { N: "9" } },
      }),
    );
    const { body, ...keys } = Item;
    expect(body).toBeDefined();
    expect(Items).toEqual([keys]);
  });
});

describe("the changes of a table with a stream", () => {
  it("are numbered without looking at all of them", async () => {
    const { close } = await startTableEngine({ dataDir });
    await close();
    const database = new DatabaseSync(join(dataDir, "tables.db"));
    onTestFinished(() => database.close());
    // The engine itself makes this query before each write.
    const question =
      "SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1";
    const manifest = createRequire(import.meta.url).resolve("@dynoxide/linux-x64/package.json");
    expect((await readFile(join(dirname(manifest), "dynoxide"))).includes(question)).toBe(true);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${question}`).all("Notifications");
    expect(plan).toMatchObject([{ detail: expect.stringMatching(/^SEARCH .* USING COVERING INDEX/) }]);
  });
});

describe("expireItems()", () => {
  it("deletes what is over, and nothing else", async () => {
    const client = clientOf((await started()).endpoint);
    await createTables(client, TABLES);
    const put = (pk: string, ttl?: object) =>
      client.send(
        new PutItemCommand({ TableName: "Ephemeral", Item: { pk: { S: pk }, ...(ttl && { ttl }) } } as never),
      );
    await put("over", { N: "999" });
    await put("now", { N: "1000" });
    await put("later", { N: "1001" });
    await put("never");
    await put("text", { S: "1" });
    expect(await expireItems(client, TABLES, new Date(1_000_000))).toBe(1);
    const { Items = [] } = await client.send(new ScanCommand({ TableName: "Ephemeral" }));
    expect(Items.map(({ pk }) => pk?.S).sort()).toEqual(["later", "never", "now", "text"]);
  });

  it("reaches every item of a long table, call by call", async () => {
    const client = clientOf((await started()).endpoint);
    await createTables(client, TABLES);
    for (let from = 0; from < 6_000; from += 25) {
      const puts = Array.from({ length: 25 }, (_, index) => from + index).map((n) => ({
        PutRequest: { Item: { pk: { S: `k${n}` }, ttl: { N: n % 100 === 0 ? "1" : "9999999999" } } },
      }));
      await client.send(new BatchWriteItemCommand({ RequestItems: { Ephemeral: puts } }));
    }
    const first = await expireItems(client, TABLES, new Date());
    const second = await expireItems(client, TABLES, new Date());
    expect(first).toBeLessThan(60);
    expect(first + second).toBe(60);
  });
});
