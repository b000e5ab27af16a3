import type { Context } from "../iam/evaluate.ts";
import { isRecord } from "../template/intrinsics.ts";

/** Describes a permission that a call needs. */
export interface Need {
  readonly action: string;
  readonly resource: string;
  readonly context: Context;
}

export interface Place {
  readonly account: string;
  readonly region: string;
}

const need = (action: string, resource: string, context: Need["context"] = {}): Need => ({ action, resource, context });
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

const TRANSACTION = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
  Get: "GetItem",
};

/**
 * A caller who restores a table needs these actions, because DynamoDB writes the items of the new table with the
 * caller's permissions (DynamoDB Developer Guide, "Using IAM with DynamoDB backup and restore").
 */
const FILLS_A_TABLE = ["BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "Query", "Scan", "UpdateItem"];

/** The partition key of every table has this name. */
const PARTITION_KEY = "pk";
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the partition that an item, or the key of an item, is in. */
function partitionOf(item: unknown): string {
  const { S: partition } = recordOf(recordOf(item)[PARTITION_KEY]);
  if (typeof partition !== "string") throw new Error(`an item without ${PARTITION_KEY} is not known here`);
  return partition;
}

/** Returns the partition that a query reads, of a table or of an index. Its condition names the partition first. */
function queriedPartition({ KeyConditionExpression: condition, ExpressionAttributeValues: values }: RecordOf): string {
  const [, name] = /^#?\w+ = (:\w+)(?: AND |$)/.exec(textOf(condition)) ?? [];
  const value = Object.values(recordOf(recordOf(values)[name ?? ""]))[0];
  if (typeof value !== "string") throw new Error(`the query ${textOf(condition)} is not known here`);
  return value;
}

type RecordOf = Readonly<Record<string, unknown>>;

/**
 * Returns the partitions of a call, which the condition key `dynamodb:LeadingKeys` has. A batch has those of all its items
 * of one table (DynamoDB Developer Guide, "Using IAM policy conditions for fine-grained access control").
 */
function leading(partitions: readonly string[]): Context {
  return partitions.length === 0 ? {} : { "dynamodb:leadingkeys": [...new Set(partitions)] };
}

const batchedPartitions = (requests: unknown): readonly string[] =>
  Array.isArray(requests)
    ? requests.map((one) => {
        const { PutRequest: put, DeleteRequest: remove } = recordOf(one);
        return partitionOf(isRecord(put) ? put.Item : recordOf(remove).Key);
      })
    : listOf(recordOf(requests).Keys).map(partitionOf);

function partitionsOf(operation: string, given: RecordOf): readonly string[] {
  if (operation === "Query") return [queriedPartition(given)];
  if (given.Item !== undefined) return [partitionOf(given.Item)];
  return given.Key === undefined ? [] : [partitionOf(given.Key)];
}

/** Returns the permissions that a DynamoDB operation needs. A batch or a transaction needs one for each table and kind of item. */
export function tableNeeds(operation: string, input: unknown, place: Place): Need[] {
  // Tables are identified by name, because the engine's ARNs have no real region.
  const arn = (table: unknown): string =>
    `arn:aws:dynamodb:${place.region}:${place.account}:table/${textOf(table).split(":table/").at(-1)}`;
  const given = recordOf(input);
  if (operation.startsWith("Batch"))
    return Object.entries(recordOf(given.RequestItems)).map(([table, requests]) =>
      need(`dynamodb:${operation}`, arn(table), leading(batchedPartitions(requests))),
    );
  if (operation.startsWith("Transact")) {
    return listOf(given.TransactItems).flatMap((item) =>
      Object.entries(TRANSACTION).flatMap(([kind, action]) => {
        const { [kind]: part } = recordOf(item);
        return isRecord(part)
          ? [need(`dynamodb:${action}`, arn(part.TableName), leading(partitionsOf(action, part)))]
          : [];
      }),
    );
  }
  if (operation === "RestoreTableToPointInTime")
    return [
      need(`dynamodb:${operation}`, arn(given.SourceTableName)),
      ...FILLS_A_TABLE.map((action) => need(`dynamodb:${action}`, arn(given.TargetTableName))),
    ];
  if (operation === "RestoreTableFromBackup") {
    const target = arn(given.TargetTableName);
    const own = [textOf(given.BackupArn), target].map((resource) => need(`dynamodb:${operation}`, resource));
    return [...own, ...FILLS_A_TABLE.map((action) => need(`dynamodb:${action}`, target))];
  }
  if (operation === "ListBackups") return [need(`dynamodb:${operation}`, "*")];
  if (given.ResourceArn !== undefined) return [need(`dynamodb:${operation}`, arn(given.ResourceArn))];
  if (given.TableName === undefined) throw new Error(`DynamoDB's ${operation} is not known here`);
  const index = given.IndexName === undefined ? "" : `/index/${textOf(given.IndexName)}`;
  return [need(`dynamodb:${operation}`, `${arn(given.TableName)}${index}`, leading(partitionsOf(operation, given)))];
}

/** Returns the permissions for a queue operation. A batch needs the permission for its single call. */
export function queueNeeds(operation: string, input: unknown, place: Place): Need[] {
  const name = textOf(recordOf(input).QueueUrl).split("/").at(-1) ?? "";
  return [need(`sqs:${operation.replace(/Batch$/, "")}`, `arn:aws:sqs:${place.region}:${place.account}:${name}`)];
}

export function keyNeeds(operation: string, keyArn: string, context: unknown): Need[] {
  const pairs = Object.entries(recordOf(context));
  const keys = pairs.map(([name, value]) => [`kms:encryptioncontext:${name.toLowerCase()}`, textOf(value)] as const);
  return [need(`kms:${operation}`, keyArn, Object.fromEntries(keys))];
}

interface ObjectCall {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  /** This header names the source of a copy. */
  readonly copySource?: string | readonly string[] | undefined;
}

/** Returns the permissions for those of S3's REST calls that the embedded store implements. */
export function objectNeeds({ method, bucket, key, query, copySource }: ObjectCall): Need[] {
  const arn = `arn:aws:s3:::${bucket}`;
  if (key === "") {
    const prefix = query.has("prefix") ? { "s3:prefix": query.get("prefix") ?? "" } : {};
    return [need(query.has("versions") ? "s3:ListBucketVersions" : "s3:ListBucket", arn, prefix)];
  }
  const read = copySource === undefined ? [] : [sourceNeed(textOf(copySource))];
  return [...read, need(`s3:${objectAction(method, query)}`, `${arn}/${key}`)];
}

function objectAction(method: string, query: URLSearchParams): string {
  const version = query.has("versionId") ? "Version" : "";
  if (method === "DELETE") return query.has("uploadId") ? "AbortMultipartUpload" : `DeleteObject${version}`;
  return method === "GET" || method === "HEAD" ? `GetObject${version}` : "PutObject";
}

/**
 * Returns the permission to read the source of a copy. The header is `bucket/key`, URL-encoded, optionally with a
 * version.
 */
function sourceNeed(header: string): Need {
  const [path = "", versionId] = header.replace(/^\//, "").split("?versionId=");
  return need(
    versionId === undefined ? "s3:GetObject" : "s3:GetObjectVersion",
    `arn:aws:s3:::${decodeURIComponent(path)}`,
  );
}

const ON_NUMBER = new Set([
  "SendWhatsAppMessage",
  "PostWhatsAppMessageMedia",
  "DeleteWhatsAppMessageMedia",
  "GetWhatsAppMessageMedia",
  "GetLinkedWhatsAppBusinessAccountPhoneNumber",
]);

interface ProviderCall extends Place {
  readonly operation: string;
  readonly input: unknown;
}

/**
 * Returns the permissions that the chat provider's operations need (Service Authorization Reference, "AWS End User
 * Messaging Social"). Operations that read or write an object do so with the caller's own permissions.
 */
export function providerNeeds({ operation, input, region, account }: ProviderCall): Need[] {
  const given = recordOf(input);
  const id = textOf(given.originationPhoneNumberId) || textOf(given.id);
  const kind = ON_NUMBER.has(operation) ? "phone-number-id" : "waba";
  const own = need(
    `social-messaging:${operation}`,
    `arn:aws:social-messaging:${region}:${account}:${kind}/${id.replace(/^(?:phone-number-id|waba)-/, "")}`,
  );
  const object = (value: unknown, action: string): Need[] => {
    const { bucketName, key } = recordOf(value);
    return bucketName === undefined ? [] : [need(action, `arn:aws:s3:::${textOf(bucketName)}/${textOf(key)}`)];
  };
  return [own, ...object(given.sourceS3File, "s3:GetObject"), ...object(given.destinationS3File, "s3:PutObject")];
}
