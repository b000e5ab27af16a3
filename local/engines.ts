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
export const RETURNED_MAIL_BUCKET = "herald-returned-mail";
/** Expired items are deleted at this interval, because the embedded table engine does not delete them by itself. */
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

/**
 * Locally the workers die together with the queue, so messages that they held can come back much sooner than in the
 * cloud.
 */
const EVENTS_VISIBLE_AGAIN_SECONDS = 5;
const QUEUES_OF_EVENTS: readonly QueueName[] = ["inbound-messages", "chat-events", "returned-mail"];
const localQueues = queues.map((queue) =>
  QUEUES_OF_EVENTS.includes(queue.name) ? { ...queue, visibilityTimeoutSeconds: EVENTS_VISIBLE_AGAIN_SECONDS } : queue,
);

/** Starts the three stores and creates all tables, queues and buckets. */
export async function startEngines({ folder, tableEndpoint, onFailure }: EngineOptions): Promise<Engines> {
  const onExit = (lastOutput: string) => onFailure(`the table engine ended: ${lastOutput}`);
  const dir = folder.file("objects");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const [table, queue, object] = await Promise.all([
    startTableEngine({ dataDir: folder.path, endpoint: tableEndpoint, onExit }),
    // Only this process uses the folder, so every worker that received messages from the queue before has ended.
    startQueueEngine({
      port: 0,
      file: folder.file("queues.sqlite"),
      queues: localQueues,
      areReceiversGone: true,
    }),
    startObjectEngine({
      port: 0,
      dir,
      buckets: [CONTENT_BUCKET, MEDIA_BUCKET, RETURNED_MAIL_BUCKET],
      credentials: LOCAL_CREDENTIALS,
    }),
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
