import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Message, ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { QueueDefinition } from "../../../local/aws/queue/queue-definition.ts";
import { type QueueEngine, startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";

const QUEUES: QueueDefinition[] = [
  { name: "work", visibilityTimeoutSeconds: 30 },
  { name: "fragile", visibilityTimeoutSeconds: 30, deadLetter: { queue: "dead", maxReceiveCount: 2 } },
  { name: "dead", visibilityTimeoutSeconds: 30 },
];

export interface QueueFixture {
  readonly engine: QueueEngine;
  readonly client: SQSClient;
  readonly file: string;
  url(name: string): string;
  /** Stops the engine and starts it again on the same file, on another port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export function sqsClient(endpoint: string): SQSClient {
  return new SQSClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  });
}

export async function queueFixture(now: () => number = Date.now): Promise<QueueFixture> {
  const folder = await mkdtemp(join(tmpdir(), "herald-queue-"));
  const file = join(folder, "queues.db");
  let engine = await startQueueEngine({ port: 0, file, queues: QUEUES, now });
  let client = sqsClient(engine.endpoint);
  return {
    get engine() {
      return engine;
    },
    get client() {
      return client;
    },
    file,
    url: (name) => engine.queueUrl(name),
    restart: async () => {
      client.destroy();
      await engine.close();
      engine = await startQueueEngine({ port: 0, file, queues: QUEUES, now });
      client = sqsClient(engine.endpoint);
    },
    close: async () => {
      client.destroy();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function receive(
  { client, url }: Pick<QueueFixture, "client" | "url">,
  name: string,
  options: { max?: number; wait?: number; visibility?: number } = {},
): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: url(name),
      MaxNumberOfMessages: options.max ?? 10,
      WaitTimeSeconds: options.wait ?? 0,
      ...(options.visibility !== undefined && { VisibilityTimeout: options.visibility }),
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    }),
  );
  return Messages;
}

/** Sends `count` messages of one group, in batches of ten. */
export async function sendMany({ client, url }: QueueFixture, { group, count }: { group?: string; count: number }) {
  for (let from = 0; from < count; from += 10) {
    const Entries = Array.from({ length: Math.min(10, count - from) }, (_, index) => ({
      Id: String(index),
      MessageBody: `${group} ${from + index}`,
      ...(group !== undefined && { MessageGroupId: group }),
    }));
    await client.send(new SendMessageBatchCommand({ QueueUrl: url("work"), Entries }));
  }
}
