import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteMessageCommand, SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { QueueDefinition } from "../../../local/aws/queue/queue-definition.ts";
import { type QueueEngine, startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";
import { receive, sqsClient } from "../../contract/engines/queue-fixture.ts";
import { type KillableEngine, killableEngine } from "./killable-engine.ts";

const QUEUES = [{ name: "work", visibilityTimeoutSeconds: 30 }];
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-queue-"));
  file = join(folder, "queues.db");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const urlAt = (endpoint: string) => `${endpoint}/000000000000/work`;

/** Sends from 16 producers until a send fails, and returns the acknowledged messages. */
async function sendUntilItFails(client: SQSClient, QueueUrl: string, onAcknowledged: (count: number) => void) {
  const acknowledged: string[] = [];
  const producer = async (name: number) => {
    for (let count = 0; count < 10_000; count += 1) {
      const MessageBody = `${name}-${count}`;
      try {
        await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
      } catch {
        return;
      }
      onAcknowledged(acknowledged.push(MessageBody));
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, name) => producer(name)));
  return acknowledged;
}

async function drain(client: SQSClient, url: string) {
  const found = new Set<string | undefined>();
  for (;;) {
    const messages = await receive({ client, url: () => url }, "work");
    if (messages.length === 0) return found;
    for (const { Body } of messages) found.add(Body);
  }
}

describe("startQueueEngine() after kill -9", () => {
  it("still has every message whose send was acknowledged", async () => {
    const killed = await killableEngine("queue", file);
    const sender = sqsClient(killed.endpoint);
    let death: Promise<void> | undefined;
    const acknowledged = await sendUntilItFails(sender, urlAt(killed.endpoint), (count) => {
      if (count >= 500) death ??= killed.kill();
    });
    await death;
    sender.destroy();
    expect(acknowledged.length).toBeGreaterThanOrEqual(500);

    const engine = await startQueueEngine({ port: 0, file, queues: QUEUES });
    const client = sqsClient(engine.endpoint);
    const found = await drain(client, engine.queueUrl("work"));
    client.destroy();
    await engine.close();
    expect(acknowledged.filter((body) => !found.has(body))).toEqual([]);
  });

  it("remembers what was deleted and what is still hidden", async () => {
    const killed: KillableEngine = await killableEngine("queue", file);
    const before = sqsClient(killed.endpoint);
    const QueueUrl = urlAt(killed.endpoint);
    for (const MessageBody of ["done", "held"]) await before.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    for (const { Body, ReceiptHandle } of await receive({ client: before, url: () => QueueUrl }, "work")) {
      if (Body === "done") await before.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
    await killed.kill();
    before.destroy();

    const engine = await startQueueEngine({ port: 0, file, queues: QUEUES });
    expect(engine.counts("work")).toEqual({ ready: 0, inFlight: 1, delayed: 0 });
    await engine.close();
  });
});

describe("startQueueEngine() without the receivers of before", () => {
  const FRAGILE: QueueDefinition[] = [
    { name: "work", visibilityTimeoutSeconds: 30, deadLetter: { queue: "dead", maxReceiveCount: 2 } },
    { name: "dead", visibilityTimeoutSeconds: 30 },
  ];
  /** Starts the engine, does something, and ends the engine. */
  async function atAStart<T>(
    act: (at: { client: SQSClient; url: () => string; engine: QueueEngine }) => Promise<T>,
  ): Promise<T> {
    const engine = await startQueueEngine({ port: 0, file, queues: FRAGILE, areReceiversGone: true });
    const client = sqsClient(engine.endpoint);
    try {
      return await act({ client, url: () => engine.queueUrl("work"), engine });
    } finally {
      client.destroy();
      await engine.close();
    }
  }
  const bodiesOf = (messages: readonly { Body?: string | undefined }[]) => messages.map(({ Body }) => Body);

  it("has what they had ready at once, ahead of what nobody has received", async () => {
    await atAStart(async ({ client, url }) => {
      for (const MessageBody of ["first", "second", "third"])
        await client.send(new SendMessageCommand({ QueueUrl: url(), MessageBody }));
      expect(bodiesOf(await receive({ client, url }, "work", { max: 2 }))).toEqual(["first", "second"]);
    });
    await atAStart(async (at) => {
      expect(at.engine.freed("work")).toEqual(["first", "second"]);
      expect(bodiesOf(await receive(at, "work"))).toEqual(["first", "second", "third"]);
    });
  });

  it("refuses the receipt handle that they had once the message was received again", async () => {
    const old = await atAStart(async ({ client, url }) => {
      await client.send(new SendMessageCommand({ QueueUrl: url(), MessageBody: "held" }));
      const [message] = await receive({ client, url }, "work");
      return message?.ReceiptHandle;
    });
    await atAStart(async ({ client, url, engine }) => {
      await receive({ client, url }, "work");
      await client.send(new DeleteMessageCommand({ QueueUrl: url(), ReceiptHandle: old }));
      expect(engine.counts("work")).toEqual({ ready: 0, inFlight: 1, delayed: 0 });
    });
  });

  it("brings no message to the dead letters, however often it ends under its receivers", async () => {
    await atAStart(({ client, url }) =>
      client.send(new SendMessageCommand({ QueueUrl: url(), MessageBody: "healthy" })),
    );
    const receives: (string | undefined)[] = [];
    for (let start = 1; start <= 5; start++) {
      const [message] = await atAStart((at) => receive(at, "work"));
      receives.push(message?.Attributes?.ApproximateReceiveCount);
    }
    expect(receives).toEqual(["1", "2", "3", "4", "5"]);
    await atAStart(async ({ engine }) => expect(engine.depth("dead")).toBe(0));
  });

  it("keeps the delay of what was sent with one", async () => {
    await atAStart(({ client, url }) =>
      client.send(new SendMessageCommand({ QueueUrl: url(), MessageBody: "later", DelaySeconds: 900 })),
    );
    await atAStart(async ({ engine }) => expect(engine.counts("work")).toEqual({ ready: 0, inFlight: 0, delayed: 1 }));
  });
});

describe("startQueueEngine()", () => {
  it("refuses a file that another engine has open, saying so", async () => {
    const engine = await startQueueEngine({ port: 0, file, queues: QUEUES });
    await expect(startQueueEngine({ port: 0, file, queues: QUEUES })).rejects.toThrow("another stack");
    await engine.close();
  });

  it("refuses a port that is taken, and leaves the file free", async () => {
    const engine = await startQueueEngine({ port: 0, file: join(folder, "other.db"), queues: QUEUES });
    const port = Number(new URL(engine.endpoint).port);
    await expect(startQueueEngine({ port, file, queues: QUEUES })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await engine.close();
    const again = await startQueueEngine({ port, file, queues: QUEUES });
    expect(again.endpoint).toBe(engine.endpoint);
    await again.close();
  });

  it("refuses definitions that cannot work", async () => {
    const withQueues = (...queues: Parameters<typeof startQueueEngine>[0]["queues"]) =>
      startQueueEngine({ port: 0, file, queues });
    const deadLetter = { queue: "missing", maxReceiveCount: 3 };
    await expect(withQueues({ name: "a b", visibilityTimeoutSeconds: 1 })).rejects.toThrow("bad queue name");
    await expect(withQueues({ name: "a", visibilityTimeoutSeconds: 50_000 })).rejects.toThrow("visibility timeout");
    await expect(withQueues({ name: "a", visibilityTimeoutSeconds: 1, deadLetter })).rejects.toThrow("dead-letter");
    await expect(withQueues(...QUEUES, ...QUEUES)).rejects.toThrow("same name");
  });

  it("answers receivers in long poll when it closes", async () => {
    const engine = await startQueueEngine({ port: 0, file, queues: QUEUES });
    const client = sqsClient(engine.endpoint);
    const waiting = receive({ client, url: (name) => engine.queueUrl(name) }, "work", { wait: 20 });
    await expect.poll(() => engine.waiting("work")).toBe(1);
    await engine.close();
    expect(await waiting).toEqual([]);
    client.destroy();
  });
});
