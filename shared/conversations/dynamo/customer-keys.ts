import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { EventCustomer } from "../../chat/domain/chat-event.ts";
import { type ChosenKey, chooseKey, isContested, namesOf } from "../domain/conversation-id.ts";
import { assignmentKey } from "./conversation-item.ts";

const keyItem = z.object({ customerKey: z.string() });
export const customerNameKey = (chatAccountId: string, name: string) => ({
  pk: `CUSTOMER#${chatAccountId}#${name}`,
  sk: "K",
});

/** Stores which customer key belongs to a phone number or to the provider's id of a person (D30). */
export class CustomerKeys {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async keyOf(chatAccountId: string, customer: EventCustomer): Promise<string | undefined> {
    return (await this.#choose(chatAccountId, customer))?.key;
  }

  async learn(chatAccountId: string, customer: EventCustomer): Promise<string | undefined> {
    const chosen = await this.#choose(chatAccountId, customer);
    if (chosen?.learned === undefined) return chosen?.key;
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...customerNameKey(chatAccountId, chosen.learned), customerKey: chosen.key },
      ConditionExpression: "attribute_not_exists(pk)",
    });
    if ((await undefinedIfConditionFailed(this.#client.send(put))) !== undefined) return chosen.key;
    // Another message of the same customer has stored a key first, and that key stays.
    return this.keyOf(chatAccountId, customer);
  }

  async #choose(chatAccountId: string, customer: EventCustomer): Promise<ChosenKey | undefined> {
    const names = namesOf(customer);
    const [ofNumber, ofId] = await Promise.all([
      this.#learned(chatAccountId, names.number),
      this.#learned(chatAccountId, names.providerUserId),
    ]);
    const learned = { ofNumber, ofId };
    const isNumberHeld = isContested(names, learned) && (await this.#isHeld(chatAccountId, names.number));
    return chooseKey(names, learned, isNumberHeld);
  }

  async #learned(chatAccountId: string, name: string | undefined): Promise<string | undefined> {
    const item = name === undefined ? undefined : await this.#read(customerNameKey(chatAccountId, name));
    return item && keyItem.parse(item).customerKey;
  }

  async #isHeld(chatAccountId: string, number = ""): Promise<boolean> {
    return (await this.#read(assignmentKey({ chatAccountId, customerKey: number }))) !== undefined;
  }

  #read(key: { pk: string; sk: string }): Promise<Record<string, unknown> | undefined> {
    return readItemConsistently(this.#client, { TableName: this.#table, Key: key });
  }
}
