import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { EventCustomer } from "../../chat/domain/chat-event.ts";
import { customerKey } from "../../chat/domain/conversation-id.ts";
import type { CustomerOnAccount } from "../domain/conversation.ts";
import { holdKey } from "./conversation-item.ts";

export interface ChosenKey {
  readonly key: string;
  /** Names of the customer that from now on stand for this key. */
  readonly learned: readonly string[];
}

export interface KeyLookUp {
  readonly find: (chatAccountId: string, name: string) => Promise<string | undefined>;
  readonly isHeld: (customer: CustomerOnAccount) => Promise<boolean>;
}

const unlearned = (key: string): ChosenKey => ({ key, learned: [] });

/** Undefined for a customer with neither number nor id. */
export async function chooseKey(
  { phone, providerUserId }: EventCustomer,
  chatAccountId: string,
  lookUp: KeyLookUp,
): Promise<ChosenKey | undefined> {
  const ofNumber = phone === undefined ? undefined : customerKey({ phone });
  const known = ofNumber && (await lookUp.find(chatAccountId, ofNumber));
  if (known !== undefined) return unlearned(known);
  if (providerUserId === undefined) return ofNumber === undefined ? undefined : unlearned(ofNumber);
  const keyOfId = await lookUp.find(chatAccountId, providerUserId);
  if (keyOfId === undefined) return { key: ofNumber ?? providerUserId, learned: [providerUserId] };
  return ofNumber === undefined || ofNumber === keyOfId
    ? unlearned(keyOfId)
    : ofBoth(lookUp, chatAccountId, { ofNumber, keyOfId });
}

/** A number that had a conversation of its own keeps it; else the one that the customer began without it goes on. */
async function ofBoth(
  { isHeld }: KeyLookUp,
  chatAccountId: string,
  { ofNumber, keyOfId }: { readonly ofNumber: string; readonly keyOfId: string },
): Promise<ChosenKey> {
  const hasOwn = await isHeld({ chatAccountId, customerKey: ofNumber });
  return hasOwn ? unlearned(ofNumber) : { key: keyOfId, learned: [ofNumber] };
}

const keyItem = z.object({ customerKey: z.string() });
export const customerNameKey = (chatAccountId: string, name: string) => ({
  pk: `CUSTOMER#${chatAccountId}#${name}`,
  sk: "K",
});

/** Which of a customer's names stands for which key (D30). */
export class CustomerKeys {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #lookUp: KeyLookUp;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#lookUp = {
      find: (chatAccountId, name) => this.#find(chatAccountId, name),
      isHeld: async (customer) => (await this.#read(holdKey(customer))) !== undefined,
    };
  }

  async keyOf(chatAccountId: string, customer: EventCustomer): Promise<string | undefined> {
    return (await chooseKey(customer, chatAccountId, this.#lookUp))?.key;
  }

  async learn(chatAccountId: string, customer: EventCustomer): Promise<string | undefined> {
    const chosen = await chooseKey(customer, chatAccountId, this.#lookUp);
    const [name] = chosen?.learned ?? [];
    if (chosen === undefined || name === undefined) return chosen?.key;
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...customerNameKey(chatAccountId, name), customerKey: chosen.key },
      ConditionExpression: "attribute_not_exists(pk)",
    });
    if ((await undefinedIfConditionFailed(this.#client.send(put))) !== undefined) return chosen.key;
    // Another message of the same customer was quicker: what it chose stands.
    return this.keyOf(chatAccountId, customer);
  }

  async #find(chatAccountId: string, name: string): Promise<string | undefined> {
    const item = await this.#read(customerNameKey(chatAccountId, name));
    return item && keyItem.parse(item).customerKey;
  }

  #read(key: { pk: string; sk: string }): Promise<Record<string, unknown> | undefined> {
    return readItemConsistently(this.#client, { TableName: this.#table, Key: key });
  }
}
