import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import { describe, expect, it } from "vitest";
import { sessions, UnsignedError } from "../../../../rehearsal/aws/credentials.ts";
import { keyService } from "../../../../rehearsal/aws/key-service.ts";
import { objectNeeds, providerNeeds, queueNeeds, tableNeeds } from "../../../../rehearsal/aws/questions.ts";
import { checkedEnvironment } from "../../../../rehearsal/lambda/platform.ts";

const PLACE = { account: "123456789012", region: "eu-central-1" };
const TABLE = "arn:aws:dynamodb:eu-central-1:123456789012:table/Chat";
const shown = (needs: readonly { action: string; resource: string }[]) =>
  needs.map(({ action, resource }) => `${action} ${resource}`);

describe("the rights that a call needs", () => {
  it.each<[string, object, string[]]>([
    ["GetItem", { TableName: "Chat" }, [`dynamodb:GetItem ${TABLE}`]],
    [
      "Query",
      {
        TableName: "Chat",
        IndexName: "recent",
        KeyConditionExpression: "recent = :owner",
        ExpressionAttributeValues: { ":owner": { S: "anna" } },
      },
      [`dynamodb:Query ${TABLE}/index/recent`],
    ],
    [
      "BatchGetItem",
      { RequestItems: { Chat: {}, Config: {} } },
      [`dynamodb:BatchGetItem ${TABLE}`, `dynamodb:BatchGetItem ${TABLE.replace("Chat", "Config")}`],
    ],
    [
      "TransactWriteItems",
      { TransactItems: [{ Put: { TableName: "Chat" } }, { ConditionCheck: { TableName: "Chat" } }] },
      [`dynamodb:PutItem ${TABLE}`, `dynamodb:ConditionCheckItem ${TABLE}`],
    ],
    [
      "TagResource",
      { ResourceArn: "arn:aws:dynamodb:engine:000000000000:table/Chat" },
      [`dynamodb:TagResource ${TABLE}`],
    ],
    ["ListTagsOfResource", { ResourceArn: TABLE }, [`dynamodb:ListTagsOfResource ${TABLE}`]],
    ["ListBackups", { BackupType: "ALL" }, ["dynamodb:ListBackups *"]],
    [
      "RestoreTableFromBackup",
      { TargetTableName: "Chat", BackupArn: `${TABLE}/backup/1` },
      [
        `dynamodb:RestoreTableFromBackup ${TABLE}/backup/1`,
        `dynamodb:RestoreTableFromBackup ${TABLE}`,
        ...["BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "Query", "Scan", "UpdateItem"].map(
          (action) => `dynamodb:${action} ${TABLE}`,
        ),
      ],
    ],
    [
      "RestoreTableToPointInTime",
      { SourceTableName: "Chat", TargetTableName: "Chat-restored-x" },
      [
        `dynamodb:RestoreTableToPointInTime ${TABLE}`,
        ...["BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "Query", "Scan", "UpdateItem"].map(
          (action) => `dynamodb:${action} ${TABLE}-restored-x`,
        ),
      ],
    ],
  ])("of DynamoDB's %s", (operation, input, expected) => {
    expect(shown(tableNeeds(operation, input, PLACE))).toEqual(expected);
  });

  const anna = { pk: { S: "O#anna" }, sk: { S: "a" } };
  const bert = { pk: { S: "O#bert" }, sk: { S: "b" } };
  const values = { ":pk": { S: "O#anna" }, ":sk": { S: "O#bert" } };

  it.each<[string, object, string[][]]>([
    ["GetItem", { TableName: "Chat", Key: anna }, [["O#anna"]]],
    ["UpdateItem", { TableName: "Chat", Key: anna }, [["O#anna"]]],
    ["PutItem", { TableName: "Chat", Item: { ...anna, name: { S: "n" } } }, [["O#anna"]]],
    [
      "Query",
      { TableName: "Chat", KeyConditionExpression: "pk = :pk AND sk = :sk", ExpressionAttributeValues: values },
      [["O#anna"]],
    ],
    [
      "Query",
      { TableName: "Chat", KeyConditionExpression: "due = :n", ExpressionAttributeValues: { ":n": { N: "7" } } },
      [["7"]],
    ],
    ["BatchGetItem", { RequestItems: { Chat: { Keys: [anna, bert, anna] } } }, [["O#anna", "O#bert"]]],
    [
      "BatchWriteItem",
      { RequestItems: { Chat: [{ PutRequest: { Item: anna } }], Config: [{ DeleteRequest: { Key: bert } }] } },
      [["O#anna"], ["O#bert"]],
    ],
    [
      "TransactWriteItems",
      {
        TransactItems: [
          { Put: { TableName: "Chat", Item: anna } },
          { ConditionCheck: { TableName: "Chat", Key: bert } },
          { Update: { TableName: "Chat", Key: anna } },
        ],
      },
      [["O#anna"], ["O#bert"], ["O#anna"]],
    ],
    ["TransactGetItems", { TransactItems: [{ Get: { TableName: "Chat", Key: bert } }] }, [["O#bert"]]],
  ])("of %s name the partitions", (operation, input, expected) => {
    const partitions = tableNeeds(operation, input, PLACE).map(({ context }) => context["dynamodb:leadingkeys"]);
    expect(partitions).toEqual(expected);
  });

  it.each([
    ["a key without a partition", "GetItem", { TableName: "Chat", Key: { sk: { S: "a" } } }],
    ["another kind of query", "Query", { TableName: "Chat", KeyConditionExpression: "begins_with(sk, :sk)" }],
    ["a value that is not given", "Query", { TableName: "Chat", KeyConditionExpression: "pk = :pk" }],
  ])("do not pass over %s", (_, operation, input) => {
    expect(() => tableNeeds(operation, input, PLACE)).toThrow("not known");
  });

  it("does not pass over an operation without a table", () => {
    expect(() => tableNeeds("ListTables", {}, PLACE)).toThrow("not known");
  });

  it("of a batch on a queue are those of its single calls", () => {
    const input = { QueueUrl: "https://sqs.eu-central-1.amazonaws.com/123456789012/delivery" };
    expect(shown(queueNeeds("SendMessageBatch", input, PLACE))).toEqual([
      "sqs:SendMessage arn:aws:sqs:eu-central-1:123456789012:delivery",
    ]);
  });

  it.each([
    ["GET", "a/b", "", "s3:GetObject arn:aws:s3:::bucket/a/b"],
    ["HEAD", "a/b", "", "s3:GetObject arn:aws:s3:::bucket/a/b"],
    ["PUT", "a/b", "", "s3:PutObject arn:aws:s3:::bucket/a/b"],
    ["POST", "a/b", "uploads", "s3:PutObject arn:aws:s3:::bucket/a/b"],
    ["DELETE", "a/b", "", "s3:DeleteObject arn:aws:s3:::bucket/a/b"],
    ["DELETE", "a/b", "uploadId=1", "s3:AbortMultipartUpload arn:aws:s3:::bucket/a/b"],
    ["GET", "", "list-type=2", "s3:ListBucket arn:aws:s3:::bucket"],
    ["GET", "", "versions=&prefix=a", "s3:ListBucketVersions arn:aws:s3:::bucket"],
    ["GET", "a/b", "versionId=1", "s3:GetObjectVersion arn:aws:s3:::bucket/a/b"],
    ["DELETE", "a/b", "versionId=1", "s3:DeleteObjectVersion arn:aws:s3:::bucket/a/b"],
  ])("of S3's %s of %s?%s", (method, key, query, expected) => {
    expect(shown(objectNeeds({ method, bucket: "bucket", key, query: new URLSearchParams(query) }))).toEqual([
      expected,
    ]);
  });

  it("of a copy are those on both of its objects", () => {
    const copy = { method: "PUT", bucket: "bucket", key: "a", query: new URLSearchParams() };
    expect(shown(objectNeeds({ ...copy, copySource: "other/b%20c?versionId=1" }))).toEqual([
      "s3:GetObjectVersion arn:aws:s3:::other/b c",
      "s3:PutObject arn:aws:s3:::bucket/a",
    ]);
    expect(shown(objectNeeds({ ...copy, copySource: "/other/b" }))[0]).toBe("s3:GetObject arn:aws:s3:::other/b");
  });

  it("of a file at the provider are the caller's own on the object, too", () => {
    const input = { originationPhoneNumberId: "phone-number-id-1f", sourceS3File: { bucketName: "b", key: "k" } };
    expect(shown(providerNeeds({ ...PLACE, operation: "PostWhatsAppMessageMedia", input }))).toEqual([
      "social-messaging:PostWhatsAppMessageMedia arn:aws:social-messaging:eu-central-1:123456789012:phone-number-id/1f",
      "s3:GetObject arn:aws:s3:::b/k",
    ]);
  });
});

/** Hashes as the SDK's library demands. */
class Sha256 {
  readonly #hash;
  constructor(key?: unknown) {
    this.#hash = key === undefined ? createHash("sha256") : createHmac("sha256", key as Buffer);
  }
  update(part: unknown): void {
    this.#hash.update(part as string);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

describe("signatures", () => {
  const role = "arn:aws:iam::123456789012:role/worker";
  const signed = async (path: string, service: string) => {
    const known = sessions();
    const session = known.open(role, "fn");
    const signer = new SignatureV4({
      credentials: session,
      region: "eu-central-1",
      service,
      sha256: Sha256,
      uriEscapePath: service !== "s3",
    });
    const request = {
      method: "POST",
      protocol: "https:",
      hostname: "h.example",
      path,
      query: { b: "2 ü", a: "1" },
      headers: { host: "h.example", "x-amz-target": "T.Op" },
      body: "{}",
    };
    const { headers } = await signer.sign(request);
    const query = new URLSearchParams({ b: "2 ü", a: "1" });
    return { known, session, request: { method: "POST", path, query, headers, body: Buffer.from("{}") } };
  };

  it.each([
    ["dynamodb", "/"],
    ["social-messaging", "/v1/whatsapp/a%20b"],
    ["s3", "/inbound/a%20b/%C3%BC"],
  ])("of the SDK for %s name its role", async (service, path) => {
    const { known, request } = await signed(path, service);
    expect(known.signerOf(request).role).toBe(role);
  });

  it.each<[string, (request: Awaited<ReturnType<typeof signed>>["request"]) => object]>([
    ["another body", (request) => ({ ...request, headers: { ...request.headers, "x-amz-content-sha256": "0" } })],
    ["another path", (request) => ({ ...request, path: "/other" })],
    ["another session", (request) => ({ ...request, headers: { ...request.headers, "x-amz-security-token": "x" } })],
    ["none", (request) => ({ ...request, headers: {} })],
  ])("do not fit %s", async (_, change) => {
    const { known, request } = await signed("/", "dynamodb");
    expect(() => known.signerOf({ ...request, ...change(request) })).toThrow(UnsignedError);
  });
});

describe("keyService()", () => {
  const keys = keyService(Buffer.alloc(32, 1));
  const KEY = "arn:aws:kms:eu-central-1:123456789012:key/1";
  const context = { service: "herald", owner: "anna" };

  it("opens what it sealed, in any order of the context", () => {
    const blob = keys.encrypt(KEY, Buffer.from("secret"), context);
    expect(keys.keyOf(blob)).toBe(KEY);
    expect(keys.decrypt(blob, { owner: "anna", service: "herald" }).toString()).toBe("secret");
  });

  it("opens nothing in another context, nothing that was changed, and nothing that is not its own", () => {
    const blob = keys.encrypt(KEY, Buffer.from("secret"), context);
    expect(() => keys.decrypt(blob, { ...context, owner: "bert" })).toThrow();
    const changed = Buffer.from(blob);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    expect(() => keys.decrypt(changed, context)).toThrow();
    expect(keys.keyOf(Buffer.from("AQICAHg=", "base64"))).toBeUndefined();
    expect(() => keyService(Buffer.alloc(32, 2)).decrypt(blob, context)).toThrow();
  });

  it("makes data keys, each another one, and opens them in their context alone", () => {
    const [one, other] = [keys.dataKey(KEY, 32, context), keys.dataKey(KEY, 32, context)];
    expect(keys.keyOf(one)).toBe(KEY);
    expect(keys.decrypt(one, context)).toHaveLength(32);
    expect(keys.decrypt(one, context)).not.toEqual(keys.decrypt(other, context));
    expect(() => keys.decrypt(one, { service: "herald" })).toThrow();
  });

  it("takes no more than 4 KB", () => {
    expect(() => keys.encrypt(KEY, Buffer.alloc(4097), context)).toThrow("4096");
  });
});

describe("checkedEnvironment()", () => {
  it("refuses more than 4 KB, as Lambda counts them", () => {
    const fits = { A: "x".repeat(4096 - JSON.stringify({ A: "" }).length) };
    expect(checkedEnvironment("fn", fits, "/asset")).toEqual(fits);
    expect(() => checkedEnvironment("fn", { A: `${fits.A}x` }, "/asset")).toThrow("4KB limit: fn, 4097 bytes");
  });

  it("refuses variables that Lambda reserves", () => {
    expect(() => checkedEnvironment("fn", { AWS_REGION: "x" }, "/asset")).toThrow("AWS_REGION");
  });

  it("leads paths of the unpacked function to its asset", () => {
    expect(checkedEnvironment("fn", { DIR: "/var/task/assets" }, "/asset")).toEqual({ DIR: "/asset/assets" });
  });
});
