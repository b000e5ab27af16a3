import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { tables } from "../../lib/tables.ts";
import { createTables } from "../../local/aws/table/create-tables.ts";
import { startTableEngine } from "../../local/aws/table/table-engine.ts";
import { directClient } from "./direct-client.ts";

export const CREDENTIALS = { accessKeyId: "local", secretAccessKey: "local-secret" };

export interface TableFixture {
  readonly endpoint: string;
  readonly client: DynamoDBDocumentClient;
  close(): Promise<void>;
}

/** Starts the embedded table engine with the service's own tables in a temporary folder. */
export async function tableFixture(): Promise<TableFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), "herald-ports-"));
  const engine = await startTableEngine({ dataDir });
  const base = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: "us-east-1",
    credentials: CREDENTIALS,
    maxAttempts: 1,
  });
  await createTables(base, tables);
  const client = directClient(base);
  return {
    endpoint: engine.endpoint,
    client,
    async close() {
      base.destroy();
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
