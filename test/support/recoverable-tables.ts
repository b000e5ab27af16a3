import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { tables } from "../../lib/tables.ts";
import { listen } from "../../local/aws/engine-server.ts";
import { createTables } from "../../local/aws/table/create-tables.ts";
import { TableError } from "../../local/aws/table/engine-call.ts";
import { startTableEngine } from "../../local/aws/table/table-engine.ts";
import { tableRecovery } from "../../local/aws/table/table-recovery.ts";
import { CREDENTIALS } from "./table-fixture.ts";

export interface RecoverableTables {
  /** The engine's endpoint, with point-in-time recovery in front of it. */
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  /** Called with the name of each operation. The operation is answered when the returned promise has settled. */
  onAsked: (operation: string) => Promise<void> | void;
  /** Waits until the present second is over and returns that second, since a table can only be restored to the end of a second. */
  moment(): Promise<Date>;
  close(): Promise<void>;
}

/** Starts the embedded engine with the service's tables, of which the durable ones keep their history. */
export async function recoverableTables(): Promise<RecoverableTables> {
  const dataDir = await mkdtemp(join(tmpdir(), "herald-recovery-"));
  const engine = await startTableEngine({ dataDir });
  const recovery = tableRecovery(engine.endpoint);
  const observed: Pick<RecoverableTables, "onAsked"> = { onAsked: () => {} };
  const server = await listen(0, async (request, response) => {
    const body = await buffer(request);
    const operation = String(request.headers["x-amz-target"]).split(".").at(-1) ?? "";
    try {
      await observed.onAsked(operation);
      const own = await recovery.answer(operation, JSON.parse(body.toString()));
      if (own) return void response.writeHead(200).end(JSON.stringify(own));
      const names = ["content-type", "authorization", "x-amz-target", "x-amz-date"];
      const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
      const answer = await fetch(engine.endpoint, { method: "POST", headers, body: new Uint8Array(body) });
      response.writeHead(answer.status).end(await answer.text());
    } catch (error) {
      const { type, message } =
        error instanceof TableError ? error : { type: "InternalFailure", message: String(error) };
      response.writeHead(400).end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message }));
    }
  });
  const to = { endpoint: server.endpoint, region: "us-east-1", credentials: CREDENTIALS, maxAttempts: 1 };
  const client = new DynamoDBClient(to);
  await createTables(client, tables, { keepsHistory: true });
  return Object.assign(observed, {
    endpoint: server.endpoint,
    client,
    async moment() {
      const second = Math.floor(Date.now() / 1000);
      await new Promise((resume) => setTimeout(resume, (second + 1) * 1000 - Date.now() + 20));
      return new Date(second * 1000);
    },
    async close() {
      client.destroy();
      await server.close();
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  });
}
