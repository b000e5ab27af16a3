import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceInUseException,
  ResourceNotFoundException,
  type StreamSpecification,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import type { IndexDefinition, TableDefinition } from "../../../lib/tables.ts";

const ACTIVE_MS = 30_000;
const LOOK_AGAIN_MS = 50;

export interface TableOptions {
  /**
   * If set, durable tables keep their changes like tables with a stream, so that `tableRecovery` can restore the tables.
   * Each write then causes a second write.
   */
  readonly keepsHistory?: boolean;
}

/** Creates missing tables, indexes and streams and waits until they can be used. Existing ones stay unchanged. */
export async function createTables(
  client: DynamoDBClient,
  tables: readonly TableDefinition[],
  { keepsHistory = false }: TableOptions = {},
): Promise<void> {
  for (const table of tables) {
    await createTable(client, table);
    await untilActive(client, table.name);
    await createMissingIndexes(client, table);
    if (table.stream || (keepsHistory && table.isDurable)) await streamChanges(client, table.name);
  }
}

async function createTable(client: DynamoDBClient, table: TableDefinition): Promise<void> {
  const indexes = (table.indexes ?? []).map(indexOf);
  try {
    await client.send(
      new CreateTableCommand({
        TableName: table.name,
        BillingMode: "PAY_PER_REQUEST",
        KeySchema: keySchema(table),
        AttributeDefinitions: attributesOf(table),
        ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}

/** Creates indexes that were defined after the table was created. DynamoDB creates only one per call. */
async function createMissingIndexes(client: DynamoDBClient, table: TableDefinition): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table.name }));
  const present = new Set(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName));
  for (const index of table.indexes ?? []) {
    if (present.has(index.name)) continue;
    await client.send(
      new UpdateTableCommand({
        TableName: table.name,
        AttributeDefinitions: attributesOf(table),
        GlobalSecondaryIndexUpdates: [{ Create: indexOf(index) }],
      }),
    );
    await untilActive(client, table.name);
  }
}

const VIEW = "NEW_AND_OLD_IMAGES";

/**
 * Switches the stream of a table on. DynamoDB cannot change a stream, so a stream that records less is switched off
 * first, and the new stream begins with the changes from then on.
 */
async function streamChanges(client: DynamoDBClient, name: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  const { StreamEnabled = false, StreamViewType } = Table?.StreamSpecification ?? {};
  if (StreamEnabled && StreamViewType === VIEW) return;
  const update = async (StreamSpecification: StreamSpecification): Promise<void> => {
    await client.send(new UpdateTableCommand({ TableName: name, StreamSpecification }));
    await untilActive(client, name);
  };
  if (StreamEnabled) await update({ StreamEnabled: false });
  await update({ StreamEnabled: true, StreamViewType: VIEW });
}

async function untilActive(client: DynamoDBClient, name: string): Promise<void> {
  const deadline = Date.now() + ACTIVE_MS;
  while (!(await isActive(client, name))) {
    if (Date.now() > deadline) throw new Error(`table ${name} is not active after ${ACTIVE_MS / 1000} s`);
    await new Promise((resume) => setTimeout(resume, LOOK_AGAIN_MS));
  }
}

async function isActive(client: DynamoDBClient, name: string): Promise<boolean> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    const indexes = Table?.GlobalSecondaryIndexes ?? [];
    return Table?.TableStatus === "ACTIVE" && indexes.every(({ IndexStatus = "ACTIVE" }) => IndexStatus === "ACTIVE");
  } catch (error) {
    // DynamoDB may not know a table yet that was just created.
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

function keySchema(keys: Pick<TableDefinition, "partitionKey" | "sortKey">): KeySchemaElement[] {
  const partition: KeySchemaElement = { AttributeName: keys.partitionKey, KeyType: "HASH" };
  return keys.sortKey === undefined ? [partition] : [partition, { AttributeName: keys.sortKey, KeyType: "RANGE" }];
}

function attributesOf(table: TableDefinition): AttributeDefinition[] {
  const types = new Map<string, "S" | "N">([[table.partitionKey, "S"]]);
  if (table.sortKey !== undefined) types.set(table.sortKey, "S");
  for (const index of table.indexes ?? []) {
    types.set(index.partitionKey, index.partitionKeyType ?? "S");
    if (index.sortKey !== undefined) types.set(index.sortKey, index.sortKeyType ?? "S");
  }
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
}

function indexOf({ name, projection, ...keys }: IndexDefinition): GlobalSecondaryIndex {
  const Projection =
    typeof projection === "string"
      ? { ProjectionType: projection }
      : { ProjectionType: "INCLUDE" as const, NonKeyAttributes: [...projection] };
  return { IndexName: name, KeySchema: keySchema(keys), Projection };
}
