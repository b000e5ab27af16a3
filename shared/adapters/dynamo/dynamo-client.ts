import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { callLimits } from "../call-limits.ts";

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 3000;
const MAX_ATTEMPTS = 3;

/** Where and as whom comes from the environment alone; only limits are said here. */
export function dynamoClient(limits: { readonly maxAttempts?: number } = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: limits.maxAttempts ?? MAX_ATTEMPTS,
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
