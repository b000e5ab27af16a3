import { createHash } from "node:crypto";
import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
} from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type QueueFixture, queueFixture, receive, sendMany } from "./queue-fixture.ts";

let at: QueueFixture;
beforeEach(async () => {
  at = await queueFixture();
});
afterEach(() => at.close());

const send = (MessageBody: string, more: Partial<SendMessageCommandInput> = {}, queue = "work") =>
  at.client.send(new SendMessageCommand({ QueueUrl: at.url(queue), MessageBody, ...more }));
const remove = (ReceiptHandle: string | undefined, queue = "work") =>
  at.client.send(new DeleteMessageCommand({ QueueUrl: at.url(queue), ReceiptHandle }));
const hide = (ReceiptHandle: string | undefined, VisibilityTimeout: number, queue = "work") =>
  at.client.send(new ChangeMessageVisibilityCommand({ QueueUrl: at.url(queue), ReceiptHandle, VisibilityTimeout }));
const bodies = (messages: { Body?: string | undefined }[]) => messages.map(({ Body }) => Body);

describe("send and receive", () => {
  it("hands a message over with its body, its digest and its attributes", async () => {
    const before = Date.now();
    const sent = await send("héllo 🌍", {
      MessageGroupId: "owner-1",
      MessageAttributes: {
        kind: { DataType: "String", StringValue: "email" },
        count: { DataType: "Number", StringValue: "7" },
        raw: { DataType: "Binary", BinaryValue: new Uint8Array([0, 1, 255]) },
      },
      MessageSystemAttributes: { AWSTraceHeader: { DataType: "String", StringValue: "Root=1-5759e988" } },
    });
    expect(sent.MD5OfMessageBody).toBe(createHash("md5").update("héllo 🌍").digest("hex"));

    const [message] = await receive(at, "work");
    expect(message).toMatchObject({ MessageId: sent.MessageId, Body: "héllo 🌍", MD5OfBody: sent.MD5OfMessageBody });
    expect(message?.MD5OfMessageAttributes).toBe(sent.MD5OfMessageAttributes);
    expect(message?.MessageAttributes?.raw?.BinaryValue).toEqual(new Uint8Array([0, 1, 255]));
    expect(message?.MessageAttributes?.kind).toMatchObject({ DataType: "String", StringValue: "email" });
    const attributes = message?.Attributes ?? {};
    expect(attributes).toMatchObject({
      ApproximateReceiveCount: "1",
      MessageGroupId: "owner-1",
      AWSTraceHeader: "Root=1-5759e988",
    });
    expect(Number(attributes.SentTimestamp)).toBeGreaterThanOrEqual(before);
    expect(Number(attributes.ApproximateFirstReceiveTimestamp)).toBeGreaterThanOrEqual(before);
  });

  it("computes the digest of attributes as AWS documents it", async () => {
    const sent = await send("x", { MessageAttributes: { a: { DataType: "String", StringValue: "b" } } });
    const bytes = Buffer.from("\0\0\0\x01a\0\0\0\x06String\x01\0\0\0\x01b", "latin1");
    expect(sent.MD5OfMessageAttributes).toBe(createHash("md5").update(bytes).digest("hex"));
  });

  it("hides a received message from others, and hands out at most ten", async () => {
    await sendMany(at, { count: 12 });
    expect(await receive(at, "work")).toHaveLength(10);
    expect(await receive(at, "work")).toHaveLength(2);
    expect(await receive(at, "work")).toHaveLength(0);
  });

  it("gives a message to one of many receivers only", async () => {
    await sendMany(at, { count: 50 });
    const all = (await Promise.all(Array.from({ length: 50 }, () => receive(at, "work", { max: 3 })))).flat();
    expect(new Set(all.map(({ MessageId }) => MessageId)).size).toBe(50);
    expect(all).toHaveLength(50);
  });

  it("answers a batch entry by entry", async () => {
    const answer = await at.client.send(
      new SendMessageBatchCommand({
        QueueUrl: at.url("work"),
        Entries: [
          { Id: "good", MessageBody: "a" },
          { Id: "bad", MessageBody: "b", DelaySeconds: 901 },
        ],
      }),
    );
    expect(answer.Successful?.map(({ Id }) => Id)).toEqual(["good"]);
    expect(answer.Failed).toMatchObject([{ Id: "bad", Code: "InvalidParameterValue", SenderFault: true }]);
    expect(bodies(await receive(at, "work"))).toEqual(["a"]);
  });

  it("refuses what SQS refuses", async () => {
    await expect(send("x", { DelaySeconds: 901 })).rejects.toMatchObject({ name: "InvalidParameterValue" });
    await expect(send("x", { DelaySeconds: -1 })).rejects.toMatchObject({ name: "InvalidParameterValue" });
    await expect(send("x", { MessageGroupId: "a b" })).rejects.toMatchObject({ name: "InvalidParameterValue" });
    await expect(send("")).rejects.toMatchObject({ name: "MissingParameter" });
    await expect(send("bell \u0007")).rejects.toMatchObject({ name: "InvalidMessageContents" });
    await expect(send("x".repeat(1_048_577))).rejects.toMatchObject({ name: "InvalidParameterValue" });
    await expect(receive(at, "work", { max: 11 })).rejects.toMatchObject({ name: "InvalidParameterValue" });
    await expect(receive(at, "work", { wait: 21 })).rejects.toMatchObject({ name: "InvalidParameterValue" });
    await expect(receive(at, "work", { visibility: 43_201 })).rejects.toMatchObject({ name: "InvalidParameterValue" });
    expect(at.engine.depth("work")).toBe(0);
  });

  it("takes a message of exactly 1 MiB", async () => {
    await send("x".repeat(1_048_576));
    expect((await receive(at, "work"))[0]?.Body).toHaveLength(1_048_576);
  });

  it("refuses a batch that is empty, too long, too large or not distinct", async () => {
    const batch = (Entries: { Id: string; MessageBody: string }[]) =>
      at.client.send(new SendMessageBatchCommand({ QueueUrl: at.url("work"), Entries }));
    const entries = (count: number) => Array.from({ length: count }, (_, i) => ({ Id: `e${i}`, MessageBody: "x" }));
    await expect(batch([])).rejects.toMatchObject({ name: "EmptyBatchRequest" });
    await expect(batch(entries(11))).rejects.toMatchObject({ name: "TooManyEntriesInBatchRequest" });
    await expect(batch([...entries(1), ...entries(1)])).rejects.toMatchObject({ name: "BatchEntryIdsNotDistinct" });
    await expect(batch([{ Id: "a.b", MessageBody: "x" }])).rejects.toMatchObject({ name: "InvalidBatchEntryId" });
    const large = entries(2).map((entry) => ({ ...entry, MessageBody: "x".repeat(600_000) }));
    await expect(batch(large)).rejects.toMatchObject({ name: "BatchRequestTooLong" });
  });
});

describe("receipt handles", () => {
  it("delete the message for good", async () => {
    await send("x");
    const [message] = await receive(at, "work", { visibility: 0 });
    await remove(message?.ReceiptHandle);
    expect(await receive(at, "work", { wait: 1 })).toEqual([]);
    await expect(remove(message?.ReceiptHandle)).resolves.toBeDefined();
  });

  it("are refused when made up, or of another queue", async () => {
    await send("x");
    const [message] = await receive(at, "work");
    await expect(remove("nonsense")).rejects.toMatchObject({ name: "ReceiptHandleIsInvalid" });
    await expect(remove(message?.ReceiptHandle, "dead")).rejects.toMatchObject({ name: "ReceiptHandleIsInvalid" });
    await expect(hide("nonsense", 1)).rejects.toMatchObject({ name: "ReceiptHandleIsInvalid" });
    expect(at.engine.counts("work").inFlight).toBe(1);
  });

  it("of an earlier receive do not take the message from the one who holds it now", async () => {
    await send("x");
    const [first] = await receive(at, "work", { visibility: 0 });
    const [second] = await receive(at, "work", { wait: 5 });
    await expect(remove(first?.ReceiptHandle)).resolves.toBeDefined();
    await expect(hide(first?.ReceiptHandle, 0)).rejects.toMatchObject({ name: "InvalidParameterValue" });
    expect(at.engine.depth("work")).toBe(1);
    await remove(second?.ReceiptHandle);
    expect(at.engine.depth("work")).toBe(0);
  });

  it("delete in a batch, telling which were refused", async () => {
    await sendMany(at, { count: 2 });
    const messages = await receive(at, "work");
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: `m${index}`, ReceiptHandle }));
    const answer = await at.client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: at.url("work"),
        Entries: [...Entries, { Id: "bad", ReceiptHandle: "nonsense" }],
      }),
    );
    expect(answer.Successful?.map(({ Id }) => Id)).toEqual(["m0", "m1"]);
    expect(answer.Failed).toMatchObject([{ Id: "bad", Code: "ReceiptHandleIsInvalid" }]);
    expect(at.engine.depth("work")).toBe(0);
  });
});

describe("visibility", () => {
  it("gives a message back at once with 0, and counts the receive", async () => {
    await send("x");
    const [first] = await receive(at, "work");
    await hide(first?.ReceiptHandle, 0);
    const [second] = await receive(at, "work");
    expect(second?.Attributes?.ApproximateReceiveCount).toBe("2");
    expect(second?.Attributes?.ApproximateFirstReceiveTimestamp).toBe(
      first?.Attributes?.ApproximateFirstReceiveTimestamp,
    );
  });

  it("can be made longer than it was", async () => {
    await send("x");
    const [message] = await receive(at, "work", { visibility: 1 });
    await hide(message?.ReceiptHandle, 30);
    expect(await receive(at, "work", { wait: 2 })).toEqual([]);
  });

  it("cannot be changed for a message that is not in flight", async () => {
    await send("x");
    const [message] = await receive(at, "work");
    await hide(message?.ReceiptHandle, 0);
    await expect(hide(message?.ReceiptHandle, 10)).rejects.toMatchObject({ name: "MessageNotInflight" });
    await expect(hide(message?.ReceiptHandle, 43_201)).rejects.toMatchObject({ name: "InvalidParameterValue" });
  });

  it("changes in a batch", async () => {
    await sendMany(at, { count: 2 });
    const messages = await receive(at, "work");
    const Entries = messages.map(({ ReceiptHandle }, i) => ({ Id: `m${i}`, ReceiptHandle, VisibilityTimeout: 0 }));
    const answer = await at.client.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: at.url("work"),
        Entries: [...Entries, { Id: "bad", ReceiptHandle: "nonsense", VisibilityTimeout: 0 }],
      }),
    );
    expect(answer.Successful).toHaveLength(2);
    expect(answer.Failed).toMatchObject([{ Id: "bad", Code: "ReceiptHandleIsInvalid" }]);
    expect(await receive(at, "work")).toHaveLength(2);
  });
});

describe("long poll", () => {
  const timed = async <T>(work: Promise<T>) => {
    const start = performance.now();
    const result = await work;
    return { result, ms: performance.now() - start };
  };

  it("wakes for a new message", async () => {
    const waiting = timed(receive(at, "work", { wait: 10 }));
    await expect.poll(() => at.engine.waiting("work")).toBe(1);
    await send("x");
    const { result, ms } = await waiting;
    expect(bodies(result)).toEqual(["x"]);
    expect(ms).toBeLessThan(2_000);
  });

  it("wakes for a delayed message when it is due, not before", async () => {
    await send("late", { DelaySeconds: 1 });
    expect(at.engine.counts("work")).toEqual({ ready: 0, inFlight: 0, delayed: 1 });
    const { result, ms } = await timed(receive(at, "work", { wait: 10 }));
    expect(bodies(result)).toEqual(["late"]);
    expect(ms).toBeGreaterThan(800);
    expect(ms).toBeLessThan(3_000);
  });

  it("wakes for a message whose receiver did not come back", async () => {
    await send("x");
    await receive(at, "work", { visibility: 1 });
    const { result, ms } = await timed(receive(at, "work", { wait: 10 }));
    expect(bodies(result)).toEqual(["x"]);
    expect(ms).toBeGreaterThan(700);
    expect(ms).toBeLessThan(3_000);
  });

  it("does the same after a restart", async () => {
    await send("expired");
    await send("delayed", { DelaySeconds: 2 });
    await receive(at, "work", { visibility: 1 });
    await at.restart();
    expect(bodies(await receive(at, "work", { wait: 10 }))).toEqual(["expired"]);
    expect(bodies(await receive(at, "work", { wait: 10 }))).toEqual(["delayed"]);
  });

  it("answers with nothing when the time is over", async () => {
    const { result, ms } = await timed(receive(at, "work", { wait: 1 }));
    expect(result).toEqual([]);
    expect(ms).toBeGreaterThan(900);
  });

  it("leaves messages to others when the receiver went away", async () => {
    const leaving = new AbortController();
    const gone = fetch(at.engine.endpoint, {
      method: "POST",
      headers: { "x-amz-target": "AmazonSQS.ReceiveMessage" },
      body: JSON.stringify({ QueueUrl: at.url("work"), WaitTimeSeconds: 20 }),
      signal: leaving.signal,
    });
    await expect.poll(() => at.engine.waiting("work")).toBe(1);
    leaving.abort();
    await expect(gone).rejects.toThrow();
    await expect.poll(() => at.engine.waiting("work")).toBe(0);
    await send("x");
    expect(bodies(await receive(at, "work"))).toEqual(["x"]);
  });

  it("serves many waiting receivers, each with its own message", async () => {
    const waiting = Array.from({ length: 5 }, () => receive(at, "work", { wait: 10, max: 1 }));
    await expect.poll(() => at.engine.waiting("work")).toBe(5);
    await sendMany(at, { count: 5 });
    const all = (await Promise.all(waiting)).flat();
    expect(new Set(bodies(all)).size).toBe(5);
  });
});

describe("redrive", () => {
  it("moves a message to the dead-letter queue after so many receives", async () => {
    const sent = await send("poison", {}, "fragile");
    for (let round = 0; round < 2; round += 1) {
      const [message] = await receive(at, "fragile");
      expect(message?.Body).toBe("poison");
      await hide(message?.ReceiptHandle, 0, "fragile");
    }
    expect(await receive(at, "fragile")).toEqual([]);
    const [dead] = await receive(at, "dead", { wait: 1 });
    expect(dead).toMatchObject({ MessageId: sent.MessageId, Body: "poison" });
    expect(dead?.Attributes).toMatchObject({
      ApproximateReceiveCount: "3",
      DeadLetterQueueSourceArn: "arn:aws:sqs:us-east-1:000000000000:fragile",
    });
  });

  it("wakes a receiver of the dead-letter queue, also after a restart", async () => {
    await send("poison", {}, "fragile");
    const [first] = await receive(at, "fragile");
    await hide(first?.ReceiptHandle, 0, "fragile");
    await receive(at, "fragile", { visibility: 1 });
    await at.restart();
    expect(bodies(await receive(at, "dead", { wait: 10 }))).toEqual(["poison"]);
    expect(at.engine.depth("fragile")).toBe(0);
  });
});

describe("fairness", () => {
  it("serves one message of a second group within the next receive, behind 5,000 of the first", async () => {
    await sendMany(at, { group: "loud", count: 5_000 });
    await receive(at, "work");
    await sendMany(at, { group: "quiet", count: 1 });
    expect(bodies(await receive(at, "work", { max: 1 }))).toEqual(["quiet 0"]);
  });

  it("does so when the first group fills what is in flight, and after a restart", async () => {
    await sendMany(at, { group: "loud", count: 300 });
    for (let round = 0; round < 5; round += 1) await receive(at, "work");
    await sendMany(at, { group: "quiet", count: 15 });
    const next = bodies([...(await receive(at, "work")), ...(await receive(at, "work"))]);
    expect(next.filter((body) => body?.startsWith("quiet"))).toHaveLength(15);
    await at.restart();
    await sendMany(at, { group: "third", count: 1 });
    expect(bodies(await receive(at, "work"))).toContain("third 0");
  });

  it("takes turns between groups, and keeps each group's order", async () => {
    await sendMany(at, { group: "a", count: 20 });
    await sendMany(at, { group: "b", count: 20 });
    const some = bodies(await receive(at, "work"));
    expect(some.filter((body) => body?.startsWith("a"))).toEqual(["a 0", "a 1", "a 2", "a 3", "a 4"]);
    expect(some.filter((body) => body?.startsWith("b"))).toEqual(["b 0", "b 1", "b 2", "b 3", "b 4"]);
  });

  it("does not starve a backlog under a flood of newcomers", async () => {
    await sendMany(at, { group: "backlog", count: 50 });
    await receive(at, "work", { max: 1 });
    for (let owner = 0; owner < 30; owner += 1) await sendMany(at, { group: `new-${owner}`, count: 1 });
    const some = bodies(await receive(at, "work"));
    expect(some.filter((body) => body?.startsWith("backlog")).length).toBeGreaterThanOrEqual(2);
  });
});

describe("queues", () => {
  it("are found by name and by URL, which has the engine's own address", async () => {
    const { QueueUrl } = await at.client.send(new GetQueueUrlCommand({ QueueName: "work" }));
    expect(QueueUrl).toBe(at.url("work"));
    expect(QueueUrl?.startsWith(`${at.engine.endpoint}/`)).toBe(true);
    const { QueueUrls } = await at.client.send(new ListQueuesCommand({ QueueNamePrefix: "de" }));
    expect(QueueUrls).toEqual([at.url("dead")]);
  });

  it("that do not exist are refused by name", async () => {
    const noSuchQueue = { name: "QueueDoesNotExist", Code: "AWS.SimpleQueueService.NonExistentQueue" };
    const unknown = at.url("work").replace(/work$/, "nowhere");
    await expect(at.client.send(new GetQueueUrlCommand({ QueueName: "nowhere" }))).rejects.toMatchObject(noSuchQueue);
    const toUnknown = new SendMessageCommand({ QueueUrl: unknown, MessageBody: "x" });
    await expect(at.client.send(toUnknown)).rejects.toMatchObject(noSuchQueue);
  });

  it("tell their attributes, and refuse unknown ones", async () => {
    await send("x", {}, "fragile");
    await send("y", { DelaySeconds: 60 }, "fragile");
    const ask = (AttributeNames: ("All" | "QueueArn" | "Policy")[]) =>
      at.client.send(new GetQueueAttributesCommand({ QueueUrl: at.url("fragile"), AttributeNames }));
    const { Attributes } = await ask(["All"]);
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: "1",
      ApproximateNumberOfMessagesDelayed: "1",
      ApproximateNumberOfMessagesNotVisible: "0",
      VisibilityTimeout: "30",
    });
    expect(JSON.parse(Attributes?.RedrivePolicy ?? "")).toEqual({
      deadLetterTargetArn: "arn:aws:sqs:us-east-1:000000000000:dead",
      maxReceiveCount: 2,
    });
    await expect(ask(["Policy"])).rejects.toMatchObject({ name: "InvalidAttributeName" });
  });

  it("can be purged, one without the other", async () => {
    await sendMany(at, { count: 20 });
    await receive(at, "work");
    await send("kept", {}, "dead");
    await at.client.send(new PurgeQueueCommand({ QueueUrl: at.url("work") }));
    expect(at.engine.depth("work")).toBe(0);
    await at.restart();
    expect([at.engine.depth("work"), at.engine.depth("dead")]).toEqual([0, 1]);
  });

  it("keep everything over a restart: bodies, attributes, counts", async () => {
    await send("x", { MessageGroupId: "g", MessageAttributes: { a: { DataType: "String", StringValue: "b" } } });
    const [first] = await receive(at, "work", { visibility: 0 });
    await at.restart();
    const [again] = await receive(at, "work", { wait: 2 });
    expect(again).toMatchObject({
      MessageId: first?.MessageId,
      Body: "x",
      MessageAttributes: first?.MessageAttributes,
    });
    expect(again?.Attributes).toMatchObject({ ApproximateReceiveCount: "2", MessageGroupId: "g" });
    await remove(again?.ReceiptHandle);
    await at.restart();
    expect(at.engine.depth("work")).toBe(0);
  });

  it("tell how long the oldest ready message has waited", async () => {
    expect(at.engine.oldestSeconds("work")).toBe(0);
    await send("x");
    await expect.poll(() => at.engine.oldestSeconds("work"), { timeout: 3_000 }).toBe(1);
    await receive(at, "work");
    expect(at.engine.oldestSeconds("work")).toBe(0);
  });
});

describe("protocol", () => {
  const post = (target: string | undefined, body: string) =>
    fetch(at.engine.endpoint, {
      method: "POST",
      headers: target === undefined ? {} : { "x-amz-target": target },
      body,
    });

  it("answers what it does not understand with an error, and goes on", async () => {
    const answers = await Promise.all([
      post(undefined, "{}"),
      post("AmazonSQS.Nonsense", "{}"),
      post("AmazonSQS.toString", "{}"),
      post("AmazonSQS.SendMessage", "{"),
      post("AmazonSQS.SendMessage", "{}"),
      post("AmazonSQS.SendMessage", "[]"),
      post("AmazonSQS.SendMessage", JSON.stringify({ QueueUrl: "::", MessageBody: "x" })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400]);
    const types = await Promise.all(answers.map(async (one) => String(Object(await one.json()).__type).split("#")[1]));
    expect(types).toEqual([
      "InvalidAction",
      "UnsupportedOperation",
      "UnsupportedOperation",
      "SerializationException",
      "MissingParameter",
      "MissingParameter",
      "QueueDoesNotExist",
    ]);
    await expect(send("still there")).resolves.toBeDefined();
  });
});

describe("a clock that is set forward", () => {
  async function clockFixture() {
    let skippedMs = 0;
    const fixture = await queueFixture(() => Date.now() + skippedMs);
    const pass = (seconds: number): void => {
      skippedMs += seconds * 1000;
      fixture.engine.lookAgain();
    };
    return { fixture, pass };
  }

  it("ends delays and visibility timeouts, redrives, and ages what nobody has deleted", async () => {
    const { fixture, pass } = await clockFixture();
    const { engine, client } = fixture;
    try {
      await client.send(
        new SendMessageCommand({ QueueUrl: fixture.url("fragile"), MessageBody: "x", DelaySeconds: 600 }),
      );
      expect(engine.counts("fragile")).toMatchObject({ ready: 0, delayed: 1 });
      pass(600);
      expect(engine.counts("fragile")).toMatchObject({ ready: 1, delayed: 0 });
      for (const _ of [1, 2]) {
        expect(await receive(fixture, "fragile")).toHaveLength(1);
        expect(engine.counts("fragile")).toMatchObject({ ready: 0, inFlight: 1 });
        pass(30);
      }
      expect([engine.depth("fragile"), engine.ageSeconds("fragile")]).toEqual([0, 0]);
      expect(engine.counts("dead")).toMatchObject({ ready: 1 });
      expect(engine.ageSeconds("dead")).toBeGreaterThanOrEqual(660);
    } finally {
      await fixture.close();
    }
  });

  it("ages no message that is received again and again", async () => {
    const { fixture, pass } = await clockFixture();
    const { engine, client } = fixture;
    try {
      await client.send(new SendMessageCommand({ QueueUrl: fixture.url("dead"), MessageBody: "poison" }));
      pass(60);
      await client.send(new SendMessageCommand({ QueueUrl: fixture.url("dead"), MessageBody: "next" }));
      const ages: number[] = [];
      for (const _ of [1, 2, 3]) {
        const [message] = await receive(fixture, "dead");
        expect(message?.Body).toBe("poison");
        ages.push(engine.ageSeconds("dead") >= 60 ? 60 : 0);
        const hidden = { QueueUrl: fixture.url("dead"), ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 };
        await client.send(new ChangeMessageVisibilityCommand(hidden));
      }
      expect(ages).toEqual([60, 60, 0]);
    } finally {
      await fixture.close();
    }
  });
});
