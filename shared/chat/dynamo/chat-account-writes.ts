import type { TransactItems } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import {
  businessPartition,
  type ChatAccountItem,
  chatAccountKey,
  directoryKey,
  numberKey,
  ownersKey,
  toItem,
} from "./chat-account-item.ts";

type Write = TransactItems[number];

/** The account that this one replaces, as it was read, and the owners whose default it was then. */
export interface Before {
  readonly item: ChatAccountItem;
  readonly defaultOf: ReadonlySet<string>;
}

/** Always the first two writes of a transaction, so that its answer tells which of them did not hold. */
export const ACCOUNT_WRITE = 0;
export const NUMBER_WRITE = 1;

const isNew = "attribute_not_exists(pk)";
const isOurs = "accountId = :id";

/** A write of a default writes its account in the same transaction, so that an account's version guards its defaults too. */
export function savingWrites(table: string, account: ChatAccount, before?: Before): TransactItems {
  const { id, owners } = account;
  const version = (before?.item.version ?? 0) + 1;
  const own: Write = {
    Put: {
      TableName: table,
      Item: { ...chatAccountKey(id), ...toItem(account, version) },
      ...(before ? asRead(before) : { ConditionExpression: isNew }),
    },
  };
  const gone = (before?.item.owners ?? []).filter((owner) => !owners.includes(owner));
  return [
    own,
    numberWrite(table, account),
    ...(before ? leaving(table, before.item, account) : [put(table, { ...directoryKey(id), accountId: id })]),
    put(table, { pk: businessPartition(account.providerBusinessAccountId), sk: id, accountId: id }),
    ...owners.map((owner) => joinWrite(table, { owner, account, isDefaultNow: before?.defaultOf.has(owner) ?? false })),
    ...gone.map((owner) => leaveWrite(table, { owner, id, isDefaultNow: before?.defaultOf.has(owner) ?? false })),
  ];
}

export function removingWrites(table: string, { item, defaultOf }: Before): TransactItems {
  const { id, providerPhoneNumberId, providerBusinessAccountId } = item;
  return [
    { Delete: { TableName: table, Key: chatAccountKey(id), ...asRead({ item }) } },
    ...(providerPhoneNumberId ? [freeNumber(table, providerPhoneNumberId, id)] : []),
    { Delete: { TableName: table, Key: directoryKey(id) } },
    { Delete: { TableName: table, Key: { pk: businessPartition(providerBusinessAccountId), sk: id } } },
    ...item.owners.map((owner) => leaveWrite(table, { owner, id, isDefaultNow: defaultOf.has(owner) })),
  ];
}

/** One owner fewer; what the others have chosen stays. */
export function ownerLeavesWrites(table: string, { item, defaultOf }: Before, owner: Owner): TransactItems {
  const owners = item.owners.filter((one) => one !== owner);
  const left = { ...item, owners, version: item.version + 1 };
  return [
    { Put: { TableName: table, Item: { ...chatAccountKey(item.id), ...left }, ...asRead({ item }) } },
    leaveWrite(table, { owner, id: item.id, isDefaultNow: defaultOf.has(owner) }),
  ];
}

const put = (table: string, item: Record<string, unknown>): Write => ({ Put: { TableName: table, Item: item } });

const asRead = ({ item }: Pick<Before, "item">) => ({
  ConditionExpression: "version = :read",
  ExpressionAttributeValues: { ":read": item.version },
});

/** The number's own item makes it unique (D11). Without a number the place is taken by a check that always holds. */
function numberWrite(table: string, { id, providerPhoneNumberId }: ChatAccount): Write {
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

/** The numbers by which events found the account until now. */
function leaving(table: string, was: ChatAccountItem, is: ChatAccount): Write[] {
  const number = was.providerPhoneNumberId;
  const business = was.providerBusinessAccountId;
  return [
    ...(number !== undefined && number !== is.providerPhoneNumberId ? [freeNumber(table, number, was.id)] : []),
    ...(business === is.providerBusinessAccountId
      ? []
      : [{ Delete: { TableName: table, Key: { pk: businessPartition(business), sk: was.id } } }]),
  ];
}

interface Joining {
  readonly owner: Owner;
  readonly account: ChatAccount;
  readonly isDefaultNow: boolean;
}

function joinWrite(table: string, { owner, account, isDefaultNow }: Joining): Write {
  const { id, isDefault } = account;
  const update = { TableName: table, Key: ownersKey(owner) };
  const ids = { ":ids": new Set([id]) };
  if (isDefault) {
    const values = { ...ids, ":id": id };
    return {
      Update: {
        ...update,
        UpdateExpression: "ADD accountIds :ids SET defaultId = :id",
        ExpressionAttributeValues: values,
      },
    };
  }
  if (!isDefaultNow) {
    return { Update: { ...update, UpdateExpression: "ADD accountIds :ids", ExpressionAttributeValues: ids } };
  }
  return {
    Update: {
      ...update,
      UpdateExpression: "ADD accountIds :ids REMOVE defaultId",
      ConditionExpression: "defaultId = :id",
      ExpressionAttributeValues: { ...ids, ":id": id },
    },
  };
}

interface Leaving {
  readonly owner: Owner;
  readonly id: string;
  readonly isDefaultNow: boolean;
}

/** Somebody else's default stays; ours goes with us, and only while it is ours. */
function leaveWrite(table: string, { owner, id, isDefaultNow }: Leaving): Write {
  const values = { ":ids": new Set([id]) };
  return {
    Update: {
      TableName: table,
      Key: ownersKey(owner),
      UpdateExpression: `DELETE accountIds :ids${isDefaultNow ? " REMOVE defaultId" : ""}`,
      ...(isDefaultNow ? { ConditionExpression: "defaultId = :id" } : {}),
      ExpressionAttributeValues: isDefaultNow ? { ...values, ":id": id } : values,
    },
  };
}
