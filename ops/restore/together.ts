import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { numberKey } from "../../shared/chat/dynamo/chat-account-item.ts";
import { accountOf, isAccount } from "./chat-accounts.ts";
import { totalBeside } from "./decide.ts";
import { type DurableTable, type Item, pkOf, text } from "./item.ts";

/** Writes and conditions of the moment in which an item comes back. */
export function togetherWith(
  { name, table: TableName }: { readonly name: DurableTable; readonly table: string },
  item: Item,
): readonly TransactWriteItem[] {
  const total = totalBeside(name, item);
  if (total !== undefined) return [{ Delete: { TableName, Key: { pk: { S: pkOf(item) }, sk: { S: total } } } }];
  const number = text(item, "providerPhoneNumberId");
  if (!isAccount(name, item) || number === undefined) return [];
  const { pk, sk } = numberKey(number);
  const isFreeOrOurs = {
    ConditionExpression: "attribute_not_exists(pk) OR accountId = :id",
    ExpressionAttributeValues: { ":id": { S: accountOf(name, item) ?? "" } },
  };
  return [{ ConditionCheck: { TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ...isFreeOrOurs } }];
}
