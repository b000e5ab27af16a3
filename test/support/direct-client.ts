import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DirectDocumentClient } from "../../shared/aws/direct-calls/direct-document-client.ts";

/** The client calls the table engine directly, with the limits of a function's. */
export const directClient = (base: DynamoDBClient): DirectDocumentClient =>
  new DirectDocumentClient(base, { bodyTimeoutMs: 7000, onFallback: () => {} });
