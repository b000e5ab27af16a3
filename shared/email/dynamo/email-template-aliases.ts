import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readTogetherConsistently } from "../../aws/dynamo/read-together.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { partitionOf, templateKey } from "./email-template-item.ts";

export const ALIAS_PREFIX = "TPLALIAS#";
export const aliasKey = (owner: Owner, alias: string) => ({ pk: partitionOf(owner), sk: `${ALIAS_PREFIX}${alias}` });

const aliasItem = z.object({ templateId: z.string() });

export interface AliasChange {
  readonly owner: Owner;
  readonly id: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Each alias of an owner has one item, which names its template and is written together with the template. */
export class EmailTemplateAliases {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Finds the id of the template that has the alias. */
  async find(owner: Owner, alias: string): Promise<string | undefined> {
    const address = { TableName: this.#table, Key: aliasKey(owner, alias) };
    const item = await readTogetherConsistently(this.#client, address);
    return item && aliasItem.parse(item).templateId;
  }

  /** Removes the item of an alias that its template no longer has; true when the alias is free. Older code left such items. */
  async freeIfLost(owner: Owner, alias: string): Promise<boolean> {
    const TableName = this.#table;
    const id = await this.find(owner, alias);
    if (id === undefined) return true;
    const values = { ExpressionAttributeNames: { "#alias": "alias" }, ExpressionAttributeValues: { ":alias": alias } };
    const failed = await transact(this.#client, [
      {
        Delete: {
          TableName,
          Key: aliasKey(owner, alias),
          ConditionExpression: "templateId = :id",
          ExpressionAttributeValues: { ":id": id },
        },
      },
      {
        ConditionCheck: {
          TableName,
          Key: templateKey(owner, id),
          ...values,
          ConditionExpression: "attribute_not_exists(#alias) OR #alias <> :alias",
        },
      },
    ]);
    return failed === undefined;
  }

  /** Returns writes for the transaction that writes the template. Only the first write, which takes the alias, has a condition. */
  change({ owner, id, from, to }: AliasChange): TransactItems {
    if (from === to) return [];
    const TableName = this.#table;
    return [
      ...(to === undefined ? [] : [{ Put: { TableName, ...takenAlias(owner, id, to) } }]),
      ...(from === undefined ? [] : [{ Delete: { TableName, Key: aliasKey(owner, from) } }]),
    ];
  }
}

/** The write fails when the alias belongs to another template. */
export const takenAlias = (owner: Owner, id: string, alias: string) => ({
  Item: { ...aliasKey(owner, alias), templateId: id },
  ConditionExpression: "attribute_not_exists(pk) OR templateId = :id",
  ExpressionAttributeValues: { ":id": id },
});
