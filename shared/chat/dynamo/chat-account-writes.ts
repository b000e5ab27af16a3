import type { TransactItems } from "../../aws/dynamo/transact.ts";
import {
  businessPartition,
  type ChatAccountItem,
  chatAccountKey,
  directoryKey,
  numberKey,
} from "./chat-account-item.ts";

type Write = TransactItems[number];

/** These two writes always come first in a transaction, so that its answer tells which of them failed. */
export const ACCOUNT_WRITE = 0;
export const NUMBER_WRITE = 1;

const isNew = "attribute_not_exists(pk)";
const isOurs = "accountId = :id";

/** @param before the stored account that `item` replaces, as it was read */
export function savingWrites(table: string, item: ChatAccountItem, before?: ChatAccountItem): TransactItems {
  const { id } = item;
  return [
    accountWrite(table, item, before),
    numberWrite(table, item),
    ...(before ? leaving(table, before, item) : [put(table, { ...directoryKey(id), accountId: id })]),
    put(table, { pk: businessPartition(item.providerBusinessAccountId), sk: id, accountId: id }),
  ];
}

export function removingWrites(table: string, item: ChatAccountItem): TransactItems {
  const { id, providerPhoneNumberId, providerBusinessAccountId } = item;
  return [
    { Delete: { TableName: table, Key: chatAccountKey(id), ...asRead(item) } },
    ...(providerPhoneNumberId ? [freeNumber(table, providerPhoneNumberId, id)] : []),
    { Delete: { TableName: table, Key: directoryKey(id) } },
    { Delete: { TableName: table, Key: { pk: businessPartition(providerBusinessAccountId), sk: id } } },
  ];
}

export const accountWrite = (table: string, item: ChatAccountItem, before?: ChatAccountItem): Write => ({
  Put: {
    TableName: table,
    Item: { ...chatAccountKey(item.id), ...item },
    ...(before ? asRead(before) : { ConditionExpression: isNew }),
  },
});

export const checkIsAt = (table: string, item: Pick<ChatAccountItem, "id" | "version">): Write => ({
  ConditionCheck: { TableName: table, Key: chatAccountKey(item.id), ...asRead(item) },
});

export const checkIsGone = (table: string, id: string): Write => ({
  ConditionCheck: { TableName: table, Key: chatAccountKey(id), ConditionExpression: isNew },
});

const put = (table: string, item: Record<string, unknown>): Write => ({ Put: { TableName: table, Item: item } });

export const asRead = ({ version }: Pick<ChatAccountItem, "version">) => ({
  ConditionExpression: "version = :read",
  ExpressionAttributeValues: { ":read": version },
});

/** The number has an item of its own, so that no two accounts have it (D11). Without a number, the write is a check that always holds. */
function numberWrite(table: string, { id, providerPhoneNumberId }: ChatAccountItem): Write {
  const condition = {
    ConditionExpression: `${isNew} OR ${isOurs}`,
    ExpressionAttributeValues: { ":id": id },
  };
  if (providerPhoneNumberId === undefined) {
    return { ConditionCheck: { TableName: table, Key: numberKey(`none-${id}`), ConditionExpression: isNew } };
  }
  return { Put: { TableName: table, Item: { ...numberKey(providerPhoneNumberId), accountId: id }, ...condition } };
}

const freeNumber = (table: string, providerNumber: string, id: string): Write => ({
  Delete: {
    TableName: table,
    Key: numberKey(providerNumber),
    ConditionExpression: isOurs,
    ExpressionAttributeValues: { ":id": id },
  },
});

/** Removes the items by which events found the account, if the account has given up these numbers. */
function leaving(table: string, was: ChatAccountItem, is: ChatAccountItem): Write[] {
  const number = was.providerPhoneNumberId;
  const business = was.providerBusinessAccountId;
  return [
    ...(number !== undefined && number !== is.providerPhoneNumberId ? [freeNumber(table, number, was.id)] : []),
    ...(business === is.providerBusinessAccountId
      ? []
      : [{ Delete: { TableName: table, Key: { pk: businessPartition(business), sk: was.id } } }]),
  ];
}
