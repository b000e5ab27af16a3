import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { callLimits } from "../call-limits.ts";
import { type DirectCallsChoice, DirectDocumentClient } from "../direct-calls/direct-document-client.ts";
import { MARSHALL_OPTIONS } from "../direct-calls/dynamo-format.ts";
import { retryBesideTransactions } from "./beside-transactions.ts";

/**
 * The timeouts are measured by this process's clock, so they are long enough that an overloaded process does not take
 * its own delay for the store's. One direct call and three tries of the SDK fit into the 29 s of an API function.
 */
const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 7000;
const MAX_ATTEMPTS = 3;

export interface DynamoClientOptions {
  /** The number of tries that the SDK makes. A direct call comes in addition. */
  readonly maxAttempts?: number;
  readonly requestTimeoutMs?: number;
  /** The choice to use direct calls. When it is left out, the SDK makes every call. */
  readonly directCalls?: DirectCallsChoice | undefined;
}

/** The endpoint, the region and the credentials come from the environment alone. */
export function dynamoClient(options: DynamoClientOptions = {}): DynamoDBDocumentClient {
  const { maxAttempts = MAX_ATTEMPTS, requestTimeoutMs = REQUEST_TIMEOUT_MS, directCalls } = options;
  const client = new DynamoDBClient({ maxAttempts, requestHandler: callLimits(CONNECT_TIMEOUT_MS, requestTimeoutMs) });
  retryBesideTransactions(client);
  if (directCalls) return new DirectDocumentClient(client, { ...directCalls, bodyTimeoutMs: requestTimeoutMs });
  // The SDK writes into the options that it is given, so it gets a copy.
  return DynamoDBDocumentClient.from(client, { marshallOptions: { ...MARSHALL_OPTIONS } });
}
