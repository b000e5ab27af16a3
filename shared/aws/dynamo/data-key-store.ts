import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { DataKeyStore, StoredDataKey } from "../../kernel/secrets/data-keys.ts";
import { type ItemAddress, readItemConsistently } from "./read-item.ts";

/** The partition of the item with all data keys of one purpose. No owner has a partition of this name. */
export const DATA_KEYS = "DATAKEYS";

const dataKeysItem = z.object({
  keys: z
    .array(z.object({ id: z.string().regex(/^[0-9a-f]{8}$/), sealed: z.base64().min(1) }))
    .min(1, "the item of data keys names none"),
});
const keysIn = (item: unknown): readonly StoredDataKey[] => dataKeysItem.parse(item).keys;

export class DynamoDataKeyStore implements DataKeyStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #address: ItemAddress;

  constructor(client: DynamoDBDocumentClient, address: ItemAddress) {
    this.#client = client;
    this.#address = address;
  }

  async list(): Promise<readonly StoredDataKey[]> {
    const item = await readItemConsistently(this.#client, this.#address);
    return item === undefined ? [] : keysIn(item);
  }

  async addFirst(key: StoredDataKey): Promise<readonly StoredDataKey[]> {
    const { TableName, Key } = this.#address;
    const put = new PutCommand({
      TableName,
      Item: { ...Key, keys: [key] },
      ConditionExpression: "attribute_not_exists(pk)",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    try {
      await this.#client.send(put);
      return [key];
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException && error.Item) return keysIn(unmarshall(error.Item));
      throw error;
    }
  }
}
