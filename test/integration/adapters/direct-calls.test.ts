import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { ConditionalCheckFailedException, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { SignatureV4 } from "@smithy/signature-v4";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DirectDocumentClient } from "../../../shared/aws/direct-calls/direct-document-client.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

const REGION = "us-east-1";
const BODY_TIMEOUT_MS = 300;

interface Heard {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Answer = (response: ServerResponse) => void;

const says =
  (status: number, body: unknown): Answer =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/x-amz-json-1.0" })
      .end(typeof body === "string" ? body : JSON.stringify(body));

/** Starts a store that gives the prepared answers one after the other, and then repeats the last answer. */
async function store(...answers: Answer[]) {
  const heard: Heard[] = [];
  let next = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      heard.push({ target: String(request.headers["x-amz-target"]), headers: request.headers, body });
      (answers[next++] ?? answers.at(-1))?.(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const base = () =>
    new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS, maxAttempts: 2, retryMode: "standard" });
  return {
    heard,
    endpoint,
    plain: () => DynamoDBDocumentClient.from(base(), { marshallOptions: { removeUndefinedValues: true } }),
    /** Returns a direct client that has made its first call, which taught it the address. */
    async direct(onFallback = () => {}) {
      const client = new DirectDocumentClient(base(), { bodyTimeoutMs: BODY_TIMEOUT_MS, onFallback });
      await client.send(new ListTablesCommand({})).catch(() => {});
      heard.length = 0;
      return client;
    },
  };
}

const isDirect = ({ headers }: Heard): boolean => headers["user-agent"] === undefined;
const read = () => new GetCommand({ TableName: "T", Key: { pk: "a" } });
const tables = says(200, { TableNames: [] });
const found = says(200, { Item: { pk: { S: "a" }, count: { N: "3" } } });

const ITEM = {
  pk: "ä",
  bytes: Buffer.from([0, 1, 254, 255]),
  left: undefined,
  nothing: null,
  yes: true,
  number: 1.5,
  names: new Set(["a", "b"]),
  deep: [{ bytes: new Uint8Array([7]), list: [1, "two", { none: undefined }] }],
};
const COMMANDS = {
  get: () => new GetCommand({ TableName: "T", Key: { pk: "a", sk: "b" }, ConsistentRead: true }),
  put: () => new PutCommand({ TableName: "T", Item: ITEM, ConditionExpression: "attribute_not_exists(pk)" }),
  update: () =>
    new UpdateCommand({
      TableName: "T",
      Key: { pk: "a" },
      UpdateExpression: "SET #a = :a, b = :b REMOVE c",
      ExpressionAttributeNames: { "#a": "a" },
      ExpressionAttributeValues: { ":a": ITEM, ":b": undefined },
      ReturnValues: "ALL_NEW",
    }),
  "batch get": () =>
    new BatchGetCommand({
      RequestItems: { T: { Keys: [{ pk: "a" }], ConsistentRead: true }, U: { Keys: [{ k: 1 }] } },
    }),
  "batch write": () =>
    new BatchWriteCommand({
      RequestItems: {
        T: [{ PutRequest: { Item: { pk: "a", bytes: new Uint8Array([7]), none: undefined } } }],
        U: [{ DeleteRequest: { Key: { k: 1 } } }],
      },
    }),
};
const WIRE_ITEM = {
  pk: { S: "ä" },
  bytes: { B: "AAH+/w==" },
  names: { SS: ["a"] },
  deep: { L: [{ M: { bytes: { B: "Bw==" } } }, { NULL: true }] },
  number: { N: "1.5" },
};
const ANSWERS = {
  get: { Item: WIRE_ITEM, ConsumedCapacity: { TableName: "T", CapacityUnits: 0.5 } },
  put: {},
  update: { Attributes: WIRE_ITEM },
  "batch get": {
    Responses: { T: [WIRE_ITEM], U: [] },
    UnprocessedKeys: { U: { Keys: [{ k: { N: "1" } }], ConsistentRead: true } },
  },
  "batch write": {
    UnprocessedItems: { T: [{ PutRequest: { Item: WIRE_ITEM } }], U: [{ DeleteRequest: { Key: { k: { N: "1" } } } }] },
  },
};
const NAMES = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

describe("direct calls", () => {
  it.each(NAMES)("say and understand the same as the SDK: %s", async (name) => {
    const at = await store(tables, says(200, ANSWERS[name]));
    const direct = await at.direct();
    const { $metadata: _, ...understood } = await direct.send(COMMANDS[name]() as GetCommand);
    const { $metadata: __, ...expected } = await at.plain().send(COMMANDS[name]() as GetCommand);
    const [ours, theirs] = at.heard as [Heard, Heard];
    expect([isDirect(ours), isDirect(theirs)]).toEqual([true, false]);
    expect([ours.target, ours.headers["content-type"]]).toEqual([theirs.target, theirs.headers["content-type"]]);
    expect(JSON.parse(ours.body)).toEqual(JSON.parse(theirs.body));
    expect(plainBytes(understood)).toEqual(plainBytes(expected));
  });

  it("are signed over host, body and target", async () => {
    const at = await store(tables, found);
    await (await at.direct()).send(read());
    const [request] = at.heard as [Heard];
    expect(request.headers.authorization).toBe(await signatureOf(request, at.endpoint, "dynamodb"));
  });

  it("throw a failed condition with the item, after one request", async () => {
    const failed = { __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException", message: "no" };
    const at = await store(tables, says(400, { ...failed, Item: { fence: { S: "f" }, bytes: { B: "Bw==" } } }));
    const error = await (await at.direct()).send(COMMANDS.update()).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error).toMatchObject({ message: "no", Item: { fence: { S: "f" }, bytes: { B: Buffer.from([7]) } } });
    expect(at.heard.map(isDirect)).toEqual([true]);
  });

  it.each<[string, Answer]>([
    ["an outage", says(500, { __type: "com.amazonaws.dynamodb.v20120810#InternalServerError" })],
    ["throttling", says(400, { __type: "com.amazonaws.dynamodb.v20120810#ThrottlingException" })],
    ["a clock that is wrong", says(400, { __type: "com.amazon.coral.service#InvalidSignatureException" })],
    ["no JSON", says(200, "<html>")],
    ["no object", says(200, "[]")],
    ["an item that cannot be read", says(200, { Item: { pk: {} } })],
    ["a lost connection", (response) => response.destroy()],
    ["half an answer", (response) => response.writeHead(200, { "content-length": 100 }).write('{"Item"')],
    [
      "an answer that breaks off",
      (response) => {
        response.writeHead(200, { "content-length": 100 }).write('{"Item"');
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])("leave %s to the ordinary way", async (_, problem) => {
    const at = await store(tables, problem, found);
    expect((await (await at.direct()).send(read())).Item).toEqual({ pk: "a", count: 3 });
    expect(at.heard.map(isDirect)).toEqual([true, false]);
  });

  it("add one try to those of the client, no more", async () => {
    const at = await store(tables, says(500, {}));
    await expect((await at.direct()).send(read())).rejects.toThrow();
    expect(at.heard.map(isDirect)).toEqual([true, false, false]);
  });

  it("count as a try of what the ordinary way then answers", async () => {
    const at = await store(tables, says(500, {}), found);
    const client = await at.direct();
    expect((await client.send(read())).$metadata.attempts).toBe(2);
    expect((await client.send(read())).$metadata.attempts).toBe(1);
    expect(at.heard.map(isDirect)).toEqual([true, false, false]);
  });

  it("rest for a second after a failure", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const at = await store(tables, says(500, {}), found);
    const client = await at.direct();
    await client.send(read());
    vi.advanceTimersByTime(999);
    await client.send(read());
    vi.advanceTimersByTime(1);
    await client.send(read());
    expect(at.heard.map(isDirect)).toEqual([true, false, false, true]);
  });

  it("count every call that falls back, also while they rest, and no call of another kind", async () => {
    const onFallback = vi.fn();
    const at = await store(tables, says(500, {}), found, says(200, { Items: [] }), found);
    const client = await at.direct(onFallback);
    await client.send(read());
    expect(onFallback).toHaveBeenCalledTimes(1);
    await client.send(new QueryCommand({ TableName: "T", KeyConditionExpression: "pk = :a" }));
    expect(onFallback).toHaveBeenCalledTimes(1);
    await client.send(read());
    expect(onFallback).toHaveBeenCalledTimes(2);
  });

  it("count no answer, a failed condition included", async () => {
    const onFallback = vi.fn();
    const failed = { __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException", message: "no" };
    const at = await store(tables, found, says(400, failed));
    const client = await at.direct(onFallback);
    await client.send(read());
    await client.send(COMMANDS.update()).catch(() => {});
    expect(onFallback).not.toHaveBeenCalled();
  });

  it("leave commands that they do not know to the ordinary way", async () => {
    const at = await store(tables, says(200, { Items: [] }));
    const query = new QueryCommand({ TableName: "T", KeyConditionExpression: "pk = :a" });
    expect((await (await at.direct()).send(query)).Items).toEqual([]);
    expect(at.heard.map(isDirect)).toEqual([false]);
  });
});

/** Computes the right `authorization` header with another signer than the client's. */
async function signatureOf({ headers, body, target }: Heard, endpoint: string, service: string): Promise<string> {
  const sha256 = Reflect.get(new DynamoDBClient({ region: REGION }).config, "sha256");
  const signer = new SignatureV4({ service, region: REGION, credentials: CREDENTIALS, sha256 });
  const { hostname, port } = new URL(endpoint);
  const said = {
    host: String(headers.host),
    "content-type": String(headers["content-type"]),
    "content-length": String(headers["content-length"]),
    "x-amz-target": target,
  };
  const request = { method: "POST", protocol: "http:", hostname, port: Number(port), path: "/", headers: said, body };
  const signingDate = new Date(String(headers["x-amz-date"]).replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  return String((await signer.sign(request, { signingDate })).headers.authorization);
}

/** Converts bytes to plain arrays, because the SDK returns one kind of array and our client another. */
const plainBytes = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one) => {
      if (one instanceof Set) return [...one];
      return one?.type === "Buffer" ? one.data : one instanceof Uint8Array ? [...one] : one;
    }),
  );
