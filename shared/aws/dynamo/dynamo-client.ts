import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { callLimits } from "../call-limits.ts";
import { addDirectCalls } from "../direct-calls.ts";
import { DYNAMO_FORMAT, MARSHALL_OPTIONS } from "./wire-format.ts";

/**
 * By our own clock: a process that is flooded must not take its own lateness for the store's. Four tries, the direct call and the SDK's
 * own, fit in an API function's 29 s.
 */
const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 7000;
const MAX_ATTEMPTS = 3;

export interface DynamoLimits {
  /** The SDK's; with 1 no direct call is made before. */
  readonly maxAttempts?: number;
  readonly requestTimeoutMs?: number;
}

/** Where and as whom comes from the environment alone; only limits are said here. */
export function dynamoClient(limits: DynamoLimits = {}): DynamoDBDocumentClient {
  const { maxAttempts = MAX_ATTEMPTS, requestTimeoutMs = REQUEST_TIMEOUT_MS } = limits;
  const client = new DynamoDBClient({ maxAttempts, requestHandler: callLimits(CONNECT_TIMEOUT_MS, requestTimeoutMs) });
  return maxAttempts > 1 ? directClient(client, requestTimeoutMs) : plainClient(client);
}

/** A client of documents that makes direct calls. */
export function directClient(client: DynamoDBClient, bodyTimeoutMs = REQUEST_TIMEOUT_MS): DynamoDBDocumentClient {
  const documents = plainClient(client);
  addDirectCalls(documents, { format: DYNAMO_FORMAT, bodyTimeoutMs });
  return documents;
}

// A copy of the options: the SDK writes into what it is given.
const plainClient = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { ...MARSHALL_OPTIONS } });
