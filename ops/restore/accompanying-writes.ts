import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { numberKey } from "../../shared/chat/dynamo/chat-account-item.ts";
import { ALIAS_PREFIX } from "../../shared/email/dynamo/email-template-aliases.ts";
import { TEMPLATE_PREFIX } from "../../shared/email/dynamo/email-template-item.ts";
import { ACCOUNT_PREFIX, OWNER_PREFIX } from "../../shared/email/dynamo/sending-account-item.ts";
import { topicAccountItem } from "../../shared/email/dynamo/topic-accounts.ts";
import { ownerSub } from "../../shared/kernel/owner.ts";
import { entering, readSuppressionImage } from "../../shared/suppressions/dynamo/suppression-item.ts";
import { WEBHOOK_COUNT } from "../../shared/webhooks/dynamo/webhook-item.ts";
import { accountOf, isAccount } from "./chat-accounts.ts";
import { copyBeside, isTemplateAlias, isWebhook, totalBeside } from "./decision-on.ts";
import { type DurableTable, type Item, pkOf, skOf, text } from "./item.ts";

export interface Back {
  readonly name: DurableTable;
  readonly table: string;
  /** The write replaces this item. It is undefined if there is none. */
  readonly seen: Item | undefined;
}

/** Returns the writes and conditions that must happen together with restoring an item. */
export function accompanyingWrites(back: Back, item: Item): readonly TransactWriteItem[] {
  const { name, table: TableName, seen } = back;
  const outdated = [totalBeside(name, item), copyBeside(name, item)].filter((sk) => sk !== undefined);
  if (outdated.length > 0) {
    const gone = outdated.map((sk) => ({ Delete: { TableName, Key: { pk: { S: pkOf(item) }, sk: { S: sk } } } }));
    return [...gone, ...aliasChanges(back, item), ...topicChanges(back, item)];
  }
  if (isTemplateAlias(name, item)) return [{ ConditionCheck: { TableName, ...isOfItsTemplate(item) } }];
  if (isWebhook(name, item)) return seen === undefined ? [{ Update: { TableName, ...counted(pkOf(item)) } }] : [];
  return [...recipientsEntry(back, item), ...numberIsFree(back, item)];
}

/** Returns a write that enters a restored suppression into its recipient's item, unless another one stands there by now. */
function recipientsEntry({ name, table: TableName, seen }: Back, item: Item): readonly TransactWriteItem[] {
  const suppression = name === "Config" && seen === undefined ? readSuppressionImage(unmarshall(item)) : undefined;
  return suppression ? [{ Update: { TableName, ...marshalled(entering(suppression)) } }] : [];
}

/** Returns the writes by which a feedback topic leads to a restored account, and an account that is set back is led to no more. */
function topicChanges({ name, table: TableName, seen }: Back, item: Item): readonly TransactWriteItem[] {
  const [before, then] = [seen, item].map((one) => one && topicItemOf(name, one));
  const isSame = before?.pk === then?.pk;
  return [
    ...(then === undefined ? [] : [{ Put: { TableName, Item: marshall(then) } }]),
    ...(before === undefined || isSame
      ? []
      : [{ Delete: { TableName, Key: marshall({ pk: before.pk, sk: before.sk }) } }]),
  ];
}

function topicItemOf(name: DurableTable, item: Item) {
  const feedbackTopicArn = text(item, "feedbackTopicArn");
  if (name !== "Config" || !skOf(item).startsWith(ACCOUNT_PREFIX) || feedbackTopicArn === undefined) return undefined;
  const owner = ownerSub.parse(pkOf(item).slice(OWNER_PREFIX.length));
  return topicAccountItem({ owner, id: skOf(item).slice(ACCOUNT_PREFIX.length), feedbackTopicArn });
}

/** Returns the condition under which a chat account comes back: no other account has its number by now. */
function numberIsFree({ name, table: TableName }: Back, item: Item): readonly TransactWriteItem[] {
  const number = text(item, "providerPhoneNumberId");
  if (!isAccount(name, item) || number === undefined) return [];
  const { pk, sk } = numberKey(number);
  const isFreeOrOurs = {
    ConditionExpression: "attribute_not_exists(pk) OR accountId = :id",
    ExpressionAttributeValues: { ":id": { S: accountOf(name, item) ?? "" } },
  };
  return [{ ConditionCheck: { TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ...isFreeOrOurs } }];
}

/** Turns an update into the JSON that DynamoDB's API takes. */
const marshalled = ({ Key, ExpressionAttributeValues, ...update }: ReturnType<typeof entering>) => ({
  ...update,
  Key: marshall(Key),
  ExpressionAttributeValues: marshall(ExpressionAttributeValues, { removeUndefinedValues: true }),
});

/** Returns a write that counts an owner's webhooks. Their number is stored with them and is never copied back. */
const counted = (pk: string) => ({
  Key: { pk: { S: pk }, sk: { S: WEBHOOK_COUNT } },
  UpdateExpression: "ADD webhooks :one",
  ExpressionAttributeValues: { ":one": { N: "1" } },
});

const aliasOf = (pk: string, alias: string) => ({ pk: { S: pk }, sk: { S: `${ALIAS_PREFIX}${alias}` } });

/**
 * Returns the writes for the alias of a template. The template gets its alias back unless another template has it now,
 * and gives up its current one.
 */
function aliasChanges({ table: TableName, seen }: Back, item: Item): readonly TransactWriteItem[] {
  const [from, to] = [seen && text(seen, "alias"), text(item, "alias")];
  if (from === to) return [];
  const id = { S: skOf(item).slice(TEMPLATE_PREFIX.length) };
  const isFreeOrOurs = {
    ConditionExpression: "attribute_not_exists(pk) OR templateId = :id",
    ExpressionAttributeValues: { ":id": id },
  };
  return [
    ...(to === undefined
      ? []
      : [{ Put: { TableName, Item: { ...aliasOf(pkOf(item), to), templateId: id }, ...isFreeOrOurs } }]),
    ...(from === undefined ? [] : [{ Delete: { TableName, Key: aliasOf(pkOf(item), from) } }]),
  ];
}

/** Returns the item without its alias, for use when the alias is taken, or undefined if it has none. */
export function withoutAlias(name: DurableTable, item: Item): Item | undefined {
  const { alias, ...others } = item;
  return totalBeside(name, item) !== undefined && alias !== undefined ? others : undefined;
}

const isOfItsTemplate = (item: Item) => ({
  Key: { pk: { S: pkOf(item) }, sk: { S: `${TEMPLATE_PREFIX}${text(item, "templateId") ?? ""}` } },
  ConditionExpression: "#alias = :alias",
  ExpressionAttributeNames: { "#alias": "alias" },
  ExpressionAttributeValues: { ":alias": { S: skOf(item).slice(ALIAS_PREFIX.length) } },
});
