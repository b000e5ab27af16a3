import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { NotificationKey } from "../ports.ts";
import { keyOf } from "./notification-key.ts";

const INDEX = "mail";
/** A provider gives each mail an id of its own, so more than one are an exception. */
const MOST = 10;

const entry = z.object({ pk: z.string(), sk: z.string() });

/** Reads the index of the ids that providers gave to mails. */
export async function findByMailId(
  client: DynamoDBDocumentClient,
  { table }: { readonly table: string },
  mailId: string,
): Promise<readonly NotificationKey[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: INDEX,
      KeyConditionExpression: "mailId = :mailId",
      ExpressionAttributeValues: { ":mailId": mailId },
      Limit: MOST,
    }),
  );
  return Items.map((item) => keyOf(entry.parse(item)));
}
