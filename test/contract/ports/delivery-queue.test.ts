import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Message, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type QueueEngine, startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";
import { messageGroupOf } from "../../../shared/aws/sqs/sqs-client.ts";
import { readDeliveryMessage } from "../../../shared/notifications/contract/messages.ts";
import type { DeliveryQueue } from "../../../shared/notifications/ports.ts";
import { SqsDeliveryQueue } from "../../../shared/notifications/sqs/delivery-queue.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryDeliveryQueue } from "../../support/in-memory-delivery-queue.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

let folder = "";
let engine: QueueEngine;
let client: SQSClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-delivery-queue-"));
  const queues = ["delivery", "delayed", "together"].map((name) => ({ name, visibilityTimeoutSeconds: 30 }));
  engine = await startQueueEngine({ port: 0, file: join(folder, "queues.db"), queues });
  client = new SQSClient({ endpoint: engine.endpoint, region: "us-east-1", credentials: CREDENTIALS, maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const aMessage = (sub = "owner-1") => ({
  owner: anOwner(sub),
  id: crypto.randomUUID(),
  accountId: crypto.randomUUID(),
});

async function received(): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: engine.queueUrl("delivery"),
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ["All"],
    }),
  );
  return Messages;
}

interface OpenQueue {
  readonly queue: DeliveryQueue;
  /** Returns the messages that a worker would get now. */
  receive(): Promise<unknown[]>;
}

/** Tests the promises that every DeliveryQueue keeps. */
function deliveryQueueContract(name: string, open: () => OpenQueue): void {
  describe(`DeliveryQueue: ${name}`, () => {
    it("hands a worker the message as the producer wrote it", async () => {
      const { queue, receive } = open();
      const message = aMessage('auth0|ä owner with "quotes" and spaces');
      await queue.enqueue(message);
      expect(await receive()).toEqual([message]);
    });

    it("keeps a delayed message back", async () => {
      const { queue, receive } = open();
      await queue.enqueue(aMessage(), 900);
      expect(await receive()).toEqual([]);
    });
  });
}

deliveryQueueContract("in memory", () => {
  const queue = inMemoryDeliveryQueue();
  const receive = async () => queue.messages.filter((one) => one.delaySeconds === 0).map((one) => one.message);
  return { queue, receive };
});
deliveryQueueContract("SQS", () => ({
  queue: new SqsDeliveryQueue(client, engine.queueUrl("delivery")),
  receive: async () => (await received()).map(({ Body = "" }) => readDeliveryMessage(Body)),
}));

describe("SqsDeliveryQueue", () => {
  it("sends what is enqueued at the same moment together, and refuses only what the queue refuses", async () => {
    const requests: string[] = [];
    const counted = new SQSClient({ endpoint: engine.endpoint, region: "us-east-1", credentials: CREDENTIALS });
    counted.middlewareStack.add(
      (next, { commandName = "" }) =>
        (args) => {
          requests.push(commandName);
          return next(args);
        },
      { step: "initialize" },
    );
    const queue = new SqsDeliveryQueue(counted, engine.queueUrl("together"));
    const enqueue = (delaySeconds: number) => queue.enqueue(aMessage(), delaySeconds);
    const answers = await Promise.allSettled(Array.from({ length: 13 }, (_, n) => enqueue(n === 4 ? 901 : 900)));
    expect(answers.flatMap(({ status }, n) => (status === "rejected" ? n : []))).toEqual([4]);
    expect(requests).toEqual(["SendMessageBatchCommand", "SendMessageBatchCommand"]);
    await enqueue(900);
    expect(requests.at(-1)).toBe("SendMessageCommand");
    expect(engine.counts("together").delayed).toBe(13);
    counted.destroy();
  });

  it("groups by owner, without the owner's own characters (D25)", async () => {
    const queue = new SqsDeliveryQueue(client, engine.queueUrl("delivery"));
    for (const sub of ["a b", "a b", "ü"]) await queue.enqueue(aMessage(sub));
    const groups = (await received()).map((message) => message.Attributes?.MessageGroupId);
    expect(groups).toEqual(
      expect.arrayContaining([
        messageGroupOf(anOwner("a b")),
        messageGroupOf(anOwner("a b")),
        messageGroupOf(anOwner("ü")),
      ]),
    );
    expect(messageGroupOf(anOwner("a b"))).toMatch(/^[\w-]{22}$/);
    expect(messageGroupOf(anOwner("a b"))).not.toBe(messageGroupOf(anOwner("ab")));
  });

  it.each(["fifteen minutes and a second", "a fraction"])(
    "throws when the queue refuses a delay of %s",
    async (what) => {
      const queue = new SqsDeliveryQueue(client, engine.queueUrl("delayed"));
      await expect(queue.enqueue(aMessage(), what.startsWith("fifteen") ? 901 : -1)).rejects.toThrow();
    },
  );
});
