import type { TransactItems } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { ownersKey } from "./chat-account-item.ts";

type Write = TransactItems[number];

interface OwnersPlace {
  readonly table: string;
  readonly owner: Owner;
  /** The id of the account. */
  readonly id: string;
}

/** With `turn`, the account becomes the owner's default; with `give up`, it stops being the default; with `keep`, nothing changes. */
export type OwnersDefault = { readonly turn: number } | "keep" | "give up";

const isOurs = "defaultId = :id";
const isEarlier = "(attribute_not_exists(defaultTurn) OR defaultTurn < :turn)";

export function joinWrite({ table, owner, id }: OwnersPlace, choice: OwnersDefault): Write {
  const update = { TableName: table, Key: ownersKey(owner) };
  const ids = { ":ids": new Set([id]) };
  const add = "ADD accountIds :ids";
  if (choice === "keep") return { Update: { ...update, UpdateExpression: add, ExpressionAttributeValues: ids } };
  const [expression, condition, turn] =
    choice === "give up"
      ? [`${add} REMOVE defaultId`, isOurs, {}]
      : [`${add} SET defaultId = :id, defaultTurn = :turn`, isEarlier, { ":turn": choice.turn }];
  return {
    Update: {
      ...update,
      UpdateExpression: expression,
      ConditionExpression: condition,
      ExpressionAttributeValues: { ...ids, ":id": id, ...turn },
    },
  };
}

/** Removes the account from the owner's item; with `isDefault`, removes the owner's default, too, if the account is the default. */
export function leaveWrite({ table, owner, id }: OwnersPlace, isDefault: boolean): Write {
  const values = { ":ids": new Set([id]) };
  return {
    Update: {
      TableName: table,
      Key: ownersKey(owner),
      UpdateExpression: `DELETE accountIds :ids${isDefault ? " REMOVE defaultId" : ""}`,
      ...(isDefault ? { ConditionExpression: isOurs } : {}),
      ExpressionAttributeValues: isDefault ? { ...values, ":id": id } : values,
    },
  };
}
