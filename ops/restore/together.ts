import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { numberKey } from "../../shared/chat/dynamo/chat-account-item.ts";
import { WEBHOOK_COUNT } from "../../shared/webhooks/dynamo/webhook-item.ts";
import { accountOf, isAccount } from "./chat-accounts.ts";
import { isWebhook, totalBeside } from "./decide.ts";
import { type DurableTable, type Item, pkOf, text } from "./item.ts";

/** Writes and conditions of the moment in which an item comes back. */
export function togetherWith(
  { name, table: TableName, isNew }: { readonly name: DurableTable; readonly table: string; readonly isNew: boolean },
  item: Item,
): readonly TransactWriteItem[] {
  const total = totalBeside(name, item);
  if (total !== undefined) return [{ Delete: { TableName, Key: { pk: { S: pkOf(item) }, sk: { S: total } } } }];
  if (isWebhook(name, item)) return isNew ? [{ Update: { TableName, ...counted(pkOf(item)) } }] : [];
  const number = text(item, "providerPhoneNumberId");
  if (!isAccount(name, item) || number === undefined) return [];
  const { pk, sk } = numberKey(number);
  const isFreeOrOurs = {
    ConditionExpression: "attribute_not_exists(pk) OR accountId = :id",
    ExpressionAttributeValues: { ":id": { S: accountOf(name, item) ?? "" } },
  };
  return [{ ConditionCheck: { TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ...isFreeOrOurs } }];
}

/** The count of an owner's webhooks stands beside them, and is never copied. */
const counted = (pk: string) => ({
  Key: { pk: { S: pk }, sk: { S: WEBHOOK_COUNT } },
  UpdateExpression: "ADD webhooks :one",
  ExpressionAttributeValues: { ":one": { N: "1" } },
});
