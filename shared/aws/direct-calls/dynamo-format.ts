import { type AttributeValue, ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";

export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Item = Record<string, AttributeValue>;

export const MARSHALL_OPTIONS = { removeUndefinedValues: true };
/** The fields of a command's input that hold items or values of items; `RECEIVED_ITEMS` names those of its output. */
const SENT_ITEMS = new Set(["Key", "Item", "ExpressionAttributeValues"]);
const RECEIVED_ITEMS = new Set(["Item", "Attributes"]);
/** The commands that every notification needs, by their classes in the SDK. Other commands are left to the SDK. */
export const OPERATIONS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [GetCommand, "GetItem"],
  [PutCommand, "PutItem"],
  [UpdateCommand, "UpdateItem"],
  [BatchGetCommand, "BatchGetItem"],
  [BatchWriteCommand, "BatchWriteItem"],
]);
const CONDITION_FAILED = "#ConditionalCheckFailedException";

type Change = (name: string, value: unknown) => unknown;

/**
 * Changes an object in place. It runs for every call, and building a new object name by name costs many times as much.
 * Callers pass objects of their own.
 */
function changed(object: JsonObject, change: Change): JsonObject {
  for (const name of Object.keys(object)) object[name] = change(name, object[name]);
  return object;
}
const mapped = (object: JsonObject, change: Change): JsonObject => changed({ ...object }, change);
const isItem = (value: unknown): value is Item => isJsonObject(value);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** JSON carries binary values as base64. `change` is applied to each binary value, at any depth. */
function withBinary(value: unknown, change: (binary: unknown) => unknown): unknown {
  if (!isJsonObject(value) || "S" in value || "N" in value) return value;
  if ("B" in value) return { B: change(value.B) };
  if (isList(value.BS)) return { BS: value.BS.map(change) };
  if (isList(value.L)) return { L: value.L.map((one) => withBinary(one, change)) };
  if (isJsonObject(value.M)) return { M: changed(value.M, (_, one) => withBinary(one, change)) };
  return value;
}
const toBase64 = (binary: unknown): unknown =>
  binary instanceof Uint8Array
    ? Buffer.from(binary.buffer, binary.byteOffset, binary.length).toString("base64")
    : binary;
const fromBase64 = (binary: unknown): unknown => (typeof binary === "string" ? Buffer.from(binary, "base64") : binary);
const sent = (_: string, value: unknown): unknown => withBinary(value, toBase64);
const received = (_: string, value: unknown): unknown => withBinary(value, fromBase64);

const sentItem = (item: unknown): unknown =>
  isJsonObject(item) ? changed(marshall(item, MARSHALL_OPTIONS), sent) : item;
function receivedItem(answered: unknown): unknown {
  const item = isJsonObject(answered) ? changed(answered, received) : answered;
  return isItem(item) ? unmarshall(item) : item;
}

/**
 * Reads an item that came in another message than an answer, such as a stream record. It does not change that message.
 */
export const itemFromJson = (item: JsonObject): JsonObject => {
  const read = receivedItem(structuredClone(item));
  if (!isJsonObject(read)) throw new Error("an item is an object");
  return read;
};

type ItemChange = (item: unknown) => unknown;

/** Maps the item of one entry of a batch write: `{ PutRequest: { Item } }` or `{ DeleteRequest: { Key } }`. */
const writeMapped = (write: unknown, map: ItemChange): unknown =>
  isJsonObject(write)
    ? mapped(write, (_, request) => (isJsonObject(request) ? mapped(request, (_name, item) => map(item)) : request))
    : write;

/** Maps the keys that a batch read asks for in one table. */
const readMapped = (read: unknown, map: ItemChange): unknown =>
  isJsonObject(read)
    ? mapped(read, (name, value) => (name === "Keys" && isList(value) ? value.map(map) : value))
    : read;

/** Maps the reads or writes of a batch, table by table. */
const requestsMapped = (tables: unknown, map: ItemChange): unknown => {
  const requests = (_: string, one: unknown) =>
    isList(one) ? one.map((write) => writeMapped(write, map)) : readMapped(one, map);
  return isJsonObject(tables) ? mapped(tables, requests) : tables;
};
const sentRequests = (tables: unknown): unknown => requestsMapped(tables, sentItem);
const leftOutRequests = (tables: unknown): unknown => requestsMapped(tables, receivedItem);
const receivedReads = (tables: unknown): unknown =>
  isJsonObject(tables) ? changed(tables, (_, items) => (isList(items) ? items.map(receivedItem) : items)) : tables;

/**
 * `X-Amz-Target` begins with this name of the API. The bodies are DynamoDB's own JSON format (DynamoDB API Reference).
 */
export const TARGET = "DynamoDB_20120810";

/** Builds the body of a request. */
export const encode = (input: ServiceInputTypes): object =>
  changed({ ...input }, (name, value) => {
    if (name === "RequestItems") return sentRequests(value);
    return SENT_ITEMS.has(name) ? sentItem(value) : value;
  });

export function decode(answer: JsonObject): ServiceOutputTypes {
  const output = changed(answer, (name, value) => {
    if (name === "Responses") return receivedReads(value);
    if (name === "UnprocessedKeys" || name === "UnprocessedItems") return leftOutRequests(value);
    return RECEIVED_ITEMS.has(name) ? receivedItem(value) : value;
  });
  return { ...output, $metadata: { httpStatusCode: 200 } };
}

/** Throws the SDK's exception for a failed condition; returns normally for every other error. */
export function throwAnswer({ __type: type, message, Item }: JsonObject): void {
  if (!String(type).endsWith(CONDITION_FAILED)) return;
  const described = { message: String(message), $metadata: { httpStatusCode: 400 } };
  const item = isJsonObject(Item) ? changed(Item, received) : undefined;
  throw new ConditionalCheckFailedException({ ...described, ...(isItem(item) && { Item: item }) });
}
