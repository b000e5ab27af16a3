import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { DependencyCheck } from "../../kernel/dependency-check.ts";

/** Reads a key that is never written, which is the cheapest way to see that the table answers. */
export function tableCheck(client: DynamoDBDocumentClient, table: string): DependencyCheck {
  return async (timeoutMs) => {
    const read = new GetCommand({ TableName: table, Key: { pk: "HEALTH", sk: "HEALTH" } });
    await client.send(read, { abortSignal: AbortSignal.timeout(timeoutMs) });
  };
}
