import { mkdirSync } from "node:fs";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { type QueueName, queues } from "../lib/functions.ts";
import { tables } from "../lib/tables.ts";
import { type ObjectEngine, startObjectEngine } from "./aws/object/object-engine.ts";
import { type QueueEngine, startQueueEngine } from "./aws/queue/queue-engine.ts";
import { createTables } from "./aws/table/create-tables.ts";
import { expireItems } from "./aws/table/expire-items.ts";
import { startTableEngine, type TableEngine } from "./aws/table/table-engine.ts";
import type { DataFolder } from "./data-folder.ts";
import { LOCAL_CREDENTIALS, LOCAL_REGION } from "./environment.ts";

export const CONTENT_BUCKET = "herald-content";
export const MEDIA_BUCKET = "herald-media";
/** The embedded table engine keeps expired items until somebody asks it not to. */
const EXPIRE_EVERY_MS = 60_000;

export interface Engines {
  readonly table: TableEngine;
  readonly queue: QueueEngine;
  readonly object: ObjectEngine;
  queueUrl(name: QueueName): string;
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly folder: DataFolder;
  readonly tableEndpoint?: string | undefined;
  readonly onFailure: (what: string) => void;
}

/** Workers die with their queue here: what they had taken need not wait for as long as in the cloud, where another goes on. */
const EVENTS_VISIBLE_AGAIN_SECONDS = 5;
const localQueues = queues.map((queue) =>
  queue.name === "chat-events" ? { ...queue, visibilityTimeoutSeconds: EVENTS_VISIBLE_AGAIN_SECONDS } : queue,
);

/** Starts the three stores, with every table, queue and bucket in place. */
export async function startEngines({ folder, tableEndpoint, onFailure }: EngineOptions): Promise<Engines> {
  const onExit = (lastOutput: string) => onFailure(`the table engine ended: ${lastOutput}`);
  const dir = folder.file("objects");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const [table, queue, object] = await Promise.all([
    startTableEngine({ dataDir: folder.path, endpoint: tableEndpoint, onExit }),
    // Nobody but this process works on the folder: all that received messages before have died with the process before it.
    startQueueEngine({
      port: 0,
      file: folder.file("queues.sqlite"),
      queues: localQueues,
      areReceiversGone: true,
    }),
    startObjectEngine({ port: 0, dir, buckets: [CONTENT_BUCKET, MEDIA_BUCKET], credentials: LOCAL_CREDENTIALS }),
  ]);
  const client = new DynamoDBClient({ endpoint: table.endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  await createTables(client, tables);
  const expiry = setInterval(() => void expireItems(client, tables, new Date()).catch(() => {}), EXPIRE_EVERY_MS);
  return {
    table,
    queue,
    object,
    queueUrl: (name) => queue.queueUrl(name),
    async close() {
      clearInterval(expiry);
      client.destroy();
      await Promise.all([table.close(), queue.close(), object.close()]);
    },
  };
}
