import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { callLimits } from "../call-limits.ts";

/** By our own clock: a process that is flooded must not take its own lateness for the store's. Three tries fit in an API function's 29 s. */
const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 9000;
const MAX_ATTEMPTS = 3;

export interface DynamoLimits {
  readonly maxAttempts?: number;
  readonly requestTimeoutMs?: number;
}

/** Where and as whom comes from the environment alone; only limits are said here. */
export function dynamoClient(limits: DynamoLimits = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: limits.maxAttempts ?? MAX_ATTEMPTS,
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, limits.requestTimeoutMs ?? REQUEST_TIMEOUT_MS),
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
