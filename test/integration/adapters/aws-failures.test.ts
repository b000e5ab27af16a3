import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import {
  DecryptCommand,
  GenerateDataKeyWithoutPlaintextCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
  KMSInternalException,
} from "@aws-sdk/client-kms";
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { retryBesideTransactions } from "../../../shared/aws/dynamo/beside-transactions.ts";
import { dynamoClient } from "../../../shared/aws/dynamo/dynamo-client.ts";
import { tableCheck } from "../../../shared/aws/dynamo/table-check.ts";
import { transact } from "../../../shared/aws/dynamo/transact.ts";
import { KmsSealingKey } from "../../../shared/aws/kms/kms-sealing-key.ts";
import { messageGroupOf } from "../../../shared/aws/sqs/sqs-client.ts";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { DynamoIdempotencyStore } from "../../../shared/edge/dynamo/idempotency-store.ts";
import { DynamoRateLimiter } from "../../../shared/edge/dynamo/rate-limiter.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import { issuerCheck } from "../../../shared/identity/oidc/discovery.ts";
import { WriteConflictError } from "../../../shared/kernel/write-conflict.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { SqsDeliveryQueue } from "../../../shared/notifications/sqs/delivery-queue.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { countingMetrics, recordingLog } from "../../support/silent-telemetry.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

const meta = { $metadata: {}, message: "" };
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({ ...meta, CancellationReasons: codes.map((Code) => ({ Code })) });
const throttled = () => new ProvisionedThroughputExceededException(meta);

function dynamoMock() {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1", credentials: CREDENTIALS }));
  const mock = mockClient(client);
  onTestFinished(() => mock.restore());
  return { client, mock };
}

/** Starts a server that takes every request and answers none. */
async function deafServer(): Promise<string> {
  const server: Server = createServer(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const clientOf = (endpoint: string) => {
  const base = new DynamoDBClient({ endpoint, region: "us-east-1", credentials: CREDENTIALS });
  onTestFinished(() => base.destroy());
  return DynamoDBDocumentClient.from(base);
};

describe("transact()", () => {
  it("tries again after conflicts with other transactions", async () => {
    const { client, mock } = dynamoMock();
    mock
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled("TransactionConflict", "None"))
      .rejectsOnce(cancelled("None", "TransactionConflict"))
      .resolves({});
    expect(await transact(client, [])).toBeUndefined();
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(3);
  });

  it("gives up when the conflicts do not end", async () => {
    const { client, mock } = dynamoMock();
    mock.on(TransactWriteCommand).rejects(cancelled("TransactionConflict"));
    await expect(transact(client, [])).rejects.toThrow(WriteConflictError);
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(12);
  });

  it("does not blame others for a load that the store does not take", async () => {
    const { client, mock } = dynamoMock();
    mock.on(TransactWriteCommand).rejects(cancelled("ThrottlingError"));
    await expect(transact(client, [])).rejects.toThrow(TransactionCanceledException);
  });

  it("answers which condition failed, without another try, also beside a conflict", async () => {
    const { client, mock } = dynamoMock();
    mock.on(TransactWriteCommand).rejects(cancelled("ConditionalCheckFailed", "TransactionConflict"));
    expect(await transact(client, [])).toEqual([true, false]);
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  it("leaves everything else to its caller", async () => {
    const { client, mock } = dynamoMock();
    mock.on(TransactWriteCommand).rejects(throttled());
    await expect(transact(client, [])).rejects.toThrow(ProvisionedThroughputExceededException);
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});

describe("retryBesideTransactions()", () => {
  const put = new PutCommand({ TableName: "Config", Item: { pk: "a", sk: "b" } });
  const lastTo = (answers: readonly unknown[]) => {
    let calls = 0;
    const base = new DynamoDBClient({ region: "us-east-1", credentials: CREDENTIALS });
    retryBesideTransactions(base);
    base.middlewareStack.add(
      () => async () => {
        const answer = answers[Math.min(calls++, answers.length - 1)];
        if (answer instanceof Error) throw answer;
        return { output: meta, response: {} };
      },
      { step: "initialize", priority: "low" },
    );
    return { client: DynamoDBDocumentClient.from(base), calls: () => calls };
  };

  it("sends a plain write again that a transaction stood beside, and gives up when there is no end of them", async () => {
    const conflict = new TransactionConflictException(meta);
    const short = lastTo([conflict, conflict, {}]);
    await short.client.send(put);
    expect(short.calls()).toBe(3);
    const endless = lastTo([conflict]);
    await expect(endless.client.send(put)).rejects.toThrow(TransactionConflictException);
    expect(endless.calls()).toBe(6);
  });

  it("leaves every other failure to those who know more of it", async () => {
    const failed = lastTo([new ConditionalCheckFailedException(meta), {}]);
    await expect(failed.client.send(put)).rejects.toThrow(ConditionalCheckFailedException);
    expect(failed.calls()).toBe(1);
  });
});

describe("DynamoSendingAccountStore", () => {
  /**
   * The store returns this item for the account, for the default that points to another one, and for the owner's total.
   */
  const STORED = { bytes: 100, count: 1, accountId: "another", secret: aSendingAccount().secret, revision: "1" };

  it.each(["keep", "give-up"] as const)(
    "replaces an account (%s) although a plain write beside a transaction is refused",
    async (change) => {
      const { client, mock } = dynamoMock();
      mock.on(PutCommand).rejects(new TransactionConflictException(meta));
      mock.on(DeleteCommand).rejects(new TransactionConflictException(meta));
      mock.on(TransactWriteCommand).rejectsOnce(cancelled("TransactionConflict")).resolves({});
      mock.on(GetCommand).resolves({ Item: STORED });
      const store = new DynamoSendingAccountStore(client, "Config");
      expect(await store.replace(aSendingAccount(), change)).toMatchObject({ isDefault: false });
    },
  );

  it("gives up removing when the default keeps moving", async () => {
    const { client, mock } = dynamoMock();
    mock.on(GetCommand).resolves({ Item: STORED });
    mock.on(TransactWriteCommand).rejects(cancelled("None", "ConditionalCheckFailed"));
    await expect(new DynamoSendingAccountStore(client, "Config").remove(anOwner("o"), "i")).rejects.toThrow(
      "kept changing",
    );
    expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(15);
  });
});

describe("DynamoIdempotencyStore", () => {
  it("knows its own first try, whose answer was lost on the way", async () => {
    const { client, mock } = dynamoMock();
    const clock = fakeClock();
    const Item = {
      fingerprint: { S: "f" },
      reservedId: { S: "id-1" },
      leaseUntil: { N: String(clock.now() + 30_000) },
    };
    mock.on(PutCommand).rejects(new ConditionalCheckFailedException({ ...meta, Item }));
    const store = new DynamoIdempotencyStore(client, { table: "Ephemeral", clock });
    const request = { owner: anOwner("o"), key: "k", fingerprint: "f" };
    expect(await store.begin(request, "id-1")).toMatchObject({ kind: "begun", reservedId: "id-1", isRepeat: false });
    expect(await store.begin(request, "id-2")).toMatchObject({ kind: "in-flight" });
  });
});

describe("DynamoRateLimiter", () => {
  const limiterOn = (client: DynamoDBDocumentClient) => {
    const [metrics, log] = [countingMetrics(), recordingLog()];
    const policy = { refillPerSecond: 1, burst: 30 };
    return {
      metrics,
      log,
      limiter: new DynamoRateLimiter(client, { table: "Ephemeral", policy, clock: fakeClock(), log, metrics }),
    };
  };

  it("lets a burst through when the store throttles, and counts it", async () => {
    const { client, mock } = dynamoMock();
    mock.on(UpdateCommand).rejects(throttled());
    const { limiter, metrics, log } = limiterOn(client);
    for (let i = 0; i < 30; i++) expect(await limiter.take("key")).toBe(true);
    expect(await limiter.take("key")).toBe(false);
    expect(metrics.of("rate_limiter_unavailable")).toBe(30);
    expect(log.lines).toHaveLength(30);
  });

  it("lets requests through in time when the store does not answer at all", async () => {
    const { limiter, metrics } = limiterOn(clientOf(await deafServer()));
    const startedAt = performance.now();
    expect(await limiter.take("key")).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(6000);
    expect(metrics.of("rate_limiter_unavailable")).toBe(1);
  });

  it("lets no flood through while the store does not answer: the environment's own bucket holds", async () => {
    const { limiter } = limiterOn(clientOf(await deafServer()));
    const taken = await Promise.all(Array.from({ length: 45 }, () => limiter.take("flood")));
    expect(taken.filter(Boolean)).toHaveLength(30);
  });
});

describe("DynamoNotificationStore", () => {
  it.each([
    ["the content", [0], true],
    ["the state", [1], false],
    ["all", [0, 1], false],
  ])(
    "writes one by one what the store leaves out of a new notification: %s",
    async (_what, leftOut, isStateWritten) => {
      const { client, mock } = dynamoMock();
      mock.on(BatchWriteCommand).callsFake(({ RequestItems: { Notifications: items } }) => ({
        UnprocessedItems: { Notifications: leftOut.map((i) => items[i]) },
      }));
      mock.on(PutCommand).callsFake(({ Item }) => {
        // The batch has accepted the first write, so this one is the repetition.
        if (isStateWritten && "status" in Item)
          throw new ConditionalCheckFailedException({ message: "", $metadata: {} });
        return {};
      });
      const store = new DynamoNotificationStore(client, {
        codecs: CONTENT_CODECS,
        ...{ table: "Notifications", leaseMs: 90_000, clock: fakeClock(), contentKeptDays: 7, recordKeptDays: 90 },
        blobs: () => Promise.reject(new Error("no contents here")),
      });
      expect(await store.add(aNotification(), anEmail(), "new")).toMatchObject({ delaySeconds: 0 });
      const puts = mock.commandCalls(PutCommand).map(({ args: [{ input }] }) => input);
      expect(puts.map(({ Item = {} }) => ("status" in Item ? "state" : "content"))).toEqual(["content", "state"]);
      expect(puts.map(({ ConditionExpression }) => ConditionExpression)).toEqual([
        "attribute_not_exists(pk)",
        "attribute_not_exists(pk)",
      ]);
    },
  );

  it.each([
    ["once", 1, 0],
    ["twice", 2, 10],
  ])(
    "delays a new notification that was sent to the store %s by what may still arrive",
    async (_what, attempts, delaySeconds) => {
      const { client, mock } = dynamoMock();
      mock.on(BatchWriteCommand).resolves({ $metadata: { attempts } });
      mock.on(PutCommand).resolves({});
      const store = new DynamoNotificationStore(client, {
        codecs: CONTENT_CODECS,
        ...{ table: "Notifications", leaseMs: 90_000, clock: fakeClock(), contentKeptDays: 7, recordKeptDays: 90 },
        blobs: () => Promise.reject(new Error("no contents here")),
      });
      expect(await store.add(aNotification(), anEmail(), "new")).toMatchObject({ delaySeconds });
      expect(await store.add(aNotification(), anEmail())).toMatchObject({ delaySeconds: 0 });
    },
  );

  it("keeps a worker no longer than 2 s with the note of its crash when the store hangs", async () => {
    const store = new DynamoNotificationStore(clientOf(await deafServer()), {
      codecs: CONTENT_CODECS,
      ...{ table: "Notifications", leaseMs: 90_000, clock: fakeClock(), contentKeptDays: 7, recordKeptDays: 90 },
      blobs: () => Promise.reject(new Error("no contents here")),
    });
    const key = { owner: anOwner("anna"), id: crypto.randomUUID() };
    await expect(store.noteCrash(key, "TypeError")).rejects.toThrow("the store did not take a note within 2000 ms");
  });
});

describe("dependency checks", () => {
  const resultsOf = async (endpoint: string) => {
    const checks = [tableCheck(clientOf(endpoint), "Config"), issuerCheck(endpoint)];
    return (await Promise.allSettled(checks.map((check) => check(500)))).map(({ status }) => status);
  };

  it("are over in time and throw when nobody answers", async () => {
    const endpoint = await deafServer();
    const startedAt = performance.now();
    expect(await resultsOf(endpoint)).toEqual(["rejected", "rejected"]);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it("throw when nobody listens", async () => {
    expect(await resultsOf("http://127.0.0.1:1")).toEqual(["rejected", "rejected"]);
  });
});

describe("KmsSealingKey", () => {
  const CONTEXT = { service: "herald", purpose: "account-secrets" };
  const setUp = () => {
    const client = new KMSClient({ region: "us-east-1", credentials: CREDENTIALS });
    const mock = mockClient(client);
    onTestFinished(() => mock.restore());
    return { mock, key: new KmsSealingKey({ keyId: "key-1", purpose: "account-secrets" }, client) };
  };

  it("names service and purpose in the encryption context, both ways", async () => {
    const { mock, key } = setUp();
    mock.on(GenerateDataKeyWithoutPlaintextCommand).resolves({ CiphertextBlob: Buffer.from("sealed") });
    mock.on(DecryptCommand).resolves({ Plaintext: Buffer.alloc(32, 1) });
    const opened = await key.openDataKey(await key.makeDataKey());
    expect(opened.export()).toEqual(Buffer.alloc(32, 1));
    const { input: made } = mock.commandCalls(GenerateDataKeyWithoutPlaintextCommand)[0]?.args[0] ?? {};
    expect(made).toEqual({ KeyId: "key-1", KeySpec: "AES_256", EncryptionContext: CONTEXT });
    const { input: asked } = mock.commandCalls(DecryptCommand)[0]?.args[0] ?? {};
    expect(asked).toEqual({ KeyId: "key-1", CiphertextBlob: Buffer.from("sealed"), EncryptionContext: CONTEXT });
  });

  it.each([new InvalidCiphertextException(meta), new IncorrectKeyException(meta), new KMSInternalException(meta)])(
    "throws $name as an outage, which fails no mail",
    async (cause) => {
      const { mock, key } = setUp();
      mock.on(DecryptCommand).rejects(cause);
      await expect(key.openDataKey("c2VhbGVk")).rejects.toBe(cause);
    },
  );

  it("takes no data key of another size", async () => {
    const { mock, key } = setUp();
    mock.on(DecryptCommand).resolves({ Plaintext: Buffer.alloc(16) });
    await expect(key.openDataKey("c2VhbGVk")).rejects.toThrow("32 bytes");
  });
});

describe("SqsDeliveryQueue", () => {
  it("sends keys, group and delay, and throws when the queue refuses", async () => {
    const client = new SQSClient({ region: "us-east-1", credentials: CREDENTIALS });
    const mock = mockClient(client);
    onTestFinished(() => mock.restore());
    mock.on(SendMessageCommand).resolvesOnce({}).rejects(new Error("AWS.SimpleQueueService.NonExistentQueue"));
    const queue = new SqsDeliveryQueue(client, "http://127.0.0.1/queue");
    const message = { owner: anOwner("owner-1"), id: crypto.randomUUID(), accountId: crypto.randomUUID() };
    await queue.enqueue(message, 300);
    expect(mock.commandCalls(SendMessageCommand)[0]?.args[0].input).toEqual({
      QueueUrl: "http://127.0.0.1/queue",
      MessageBody: JSON.stringify(message),
      MessageGroupId: messageGroupOf(anOwner("owner-1")),
      DelaySeconds: 300,
    });
    await expect(queue.enqueue(message)).rejects.toThrow("NonExistentQueue");
  });

  it("treats a message of a batch as sent only when the queue says so", async () => {
    const client = new SQSClient({ region: "us-east-1", credentials: CREDENTIALS });
    const mock = mockClient(client);
    onTestFinished(() => mock.restore());
    mock.on(SendMessageBatchCommand).resolves({
      Successful: [{ Id: "0", MessageId: "1", MD5OfMessageBody: "" }],
      Failed: [{ Id: "1", Code: "Throttled", SenderFault: false }],
    });
    const queue = new SqsDeliveryQueue(client, "http://127.0.0.1/queue");
    const message = { owner: anOwner("owner-1"), id: crypto.randomUUID(), accountId: crypto.randomUUID() };
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => queue.enqueue(message)));
    expect(outcomes.map((one) => (one.status === "rejected" ? String(one.reason) : "sent"))).toEqual([
      "sent",
      expect.stringContaining("Throttled"),
      expect.stringContaining("no answer"),
    ]);
  });
});

/** Starts a store with these answers, and a client of the product that finds it by the environment alone. */
async function storeThat(answers: RequestListener, limits: Parameters<typeof dynamoClient>[0]) {
  const server = createServer(answers);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "a",
    AWS_SECRET_ACCESS_KEY: "b",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  return dynamoClient(limits);
}

describe("a limiter whose store hangs", () => {
  it("frees its connections after a second, so that other calls can use them", async () => {
    const open = new Set<object>();
    let heard = 0;
    const client = await storeThat(
      ({ socket }, response) => {
        open.add(socket);
        socket.on("close", () => open.delete(socket));
        heard += 1;
        // The first answer teaches the client the address; later requests get no answer.
        if (heard === 1) response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
      },
      { maxAttempts: 2, requestTimeoutMs: 1000, directCalls: { onFallback: () => {} } },
    );
    const [metrics, log] = [countingMetrics(), recordingLog()];
    const policy = { refillPerSecond: 1, burst: 30 };
    const limiter = new DynamoRateLimiter(client, {
      table: "Ephemeral",
      policy,
      clock: fakeClock(),
      log,
      metrics,
    });
    await limiter.take("first");
    expect(open.size).toBe(1);
    await Promise.all(Array.from({ length: 20 }, (_, i) => limiter.take(`k${i}`)));
    // The 6 seconds are shorter than the time limit of every other client.
    await expect.poll(() => open.size, { timeout: 6000 }).toBe(0);
  });
});

const anyRead = () => new GetCommand({ TableName: "T", Key: { pk: "a" } });

describe("a store that is slow to answer", () => {
  it("is given up in time when it never does, not only warned of", async () => {
    const client = await storeThat(() => {}, { maxAttempts: 1, requestTimeoutMs: 500 });
    await expect(client.send(anyRead())).rejects.toThrow(/timed? ?out|timeout/i);
  });

  it("is given up in time when its answer stops halfway", async () => {
    const client = await storeThat(
      (_, response) => {
        const head = { "content-type": "application/x-amz-json-1.0", "content-length": 100 };
        response.writeHead(200, head).write('{"Item"');
      },
      { maxAttempts: 1, requestTimeoutMs: 500 },
    );
    await expect(client.send(anyRead())).rejects.toThrow(/timed? ?out|timeout|aborted/i);
  });

  it("is waited for when it answers after four seconds: a flood of requests must not turn into errors", async () => {
    const client = await storeThat(
      (_, response) => {
        setTimeout(() => response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}"), 4000);
      },
      { maxAttempts: 1 },
    );
    expect((await client.send(anyRead())).Item).toBeUndefined();
  });
});
