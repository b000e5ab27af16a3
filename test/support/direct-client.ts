import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DirectDocumentClient } from "../../shared/aws/direct-calls/direct-document-client.ts";

/** Builds a client that calls the table engine directly, with the limits that functions have. */
export const directClient = (base: DynamoDBClient): DirectDocumentClient =>
  new DirectDocumentClient(base, { bodyTimeoutMs: 7000, onFallback: () => {} });
