import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { callLimits } from "../call-limits.ts";
import { type DirectCallsChoice, DirectDocumentClient } from "../direct-calls/direct-document-client.ts";
import { MARSHALL_OPTIONS } from "../direct-calls/dynamo-format.ts";
import { retryBesideTransactions } from "./beside-transactions.ts";

/**
 * By our own clock: a process that is flooded must not take its own lateness for the store's. Four tries, the direct call and the SDK's
 * own, fit in an API function's 29 s.
 */
const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 7000;
const MAX_ATTEMPTS = 3;

export interface DynamoClientOptions {
  /** The SDK's; a direct call is one more. */
  readonly maxAttempts?: number;
  readonly requestTimeoutMs?: number;
  /** Without it every call takes the ordinary way. */
  readonly directCalls?: DirectCallsChoice | undefined;
}

/** Where and as whom comes from the environment alone. */
export function dynamoClient(options: DynamoClientOptions = {}): DynamoDBDocumentClient {
  const { maxAttempts = MAX_ATTEMPTS, requestTimeoutMs = REQUEST_TIMEOUT_MS, directCalls } = options;
  const client = new DynamoDBClient({ maxAttempts, requestHandler: callLimits(CONNECT_TIMEOUT_MS, requestTimeoutMs) });
  retryBesideTransactions(client);
  if (directCalls) return new DirectDocumentClient(client, { ...directCalls, bodyTimeoutMs: requestTimeoutMs });
  // A copy of the options: the SDK writes into what it is given.
  return DynamoDBDocumentClient.from(client, { marshallOptions: { ...MARSHALL_OPTIONS } });
}
