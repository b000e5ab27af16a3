import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { LivingItems, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { ownerSub } from "../../kernel/owner.ts";
import type { CorrelatedNotification, ProviderReference } from "../ports.ts";

/** An event names its message by our id, the cloud provider's id or the platform's id. An item under this key leads to the notification. */
export const providerReferenceKey = (reference: string) => ({ pk: `PM#${reference}`, sk: "M" });

const referenceItem = z.object({
  owner: ownerSub,
  id: z.string(),
  accountId: z.string(),
  conversationId: z.string(),
});

/** Every id of the provider has fewer characters; a longer text could not be a key of the table. */
const MAX_REFERENCE_CHARACTERS = 600;

const isReference = (one: string | undefined): one is string =>
  one !== undefined && one !== "" && one.length <= MAX_REFERENCE_CHARACTERS;

export function providerReferenceItem(reference: string, notification: CorrelatedNotification, ttl: number) {
  const { owner, id, accountId, conversationId } = notification;
  return { ...providerReferenceKey(reference), owner, id, accountId, conversationId, ttl };
}

export class ProviderReferenceItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #items: LivingItems;

  constructor(client: DynamoDBDocumentClient, { table, clock }: TableInTime) {
    this.#client = client;
    this.#table = table;
    this.#items = new LivingItems(client, { table, clock });
  }

  /** Writing the same item a second time changes nothing. */
  async put(item: Record<string, unknown>): Promise<void> {
    await this.#client.send(new PutCommand({ TableName: this.#table, Item: item }));
  }

  /** Keeps the item at least until this epoch second, and does nothing when there is none. */
  async keepUntil(reference: string, ttl: number): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: providerReferenceKey(reference),
      UpdateExpression: "SET #ttl = :ttl",
      ConditionExpression: "#ttl < :ttl",
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: { ":ttl": ttl },
    });
    await undefinedIfConditionFailed(this.#client.send(update));
  }

  /** Looks up our own id, then the cloud provider's, then the platform's (D23). */
  async find(reference: ProviderReference): Promise<CorrelatedNotification | undefined> {
    const { callbackId, cloudMessageId, providerMessageId } = reference;
    for (const one of [callbackId, cloudMessageId, providerMessageId].filter(isReference)) {
      const item = await this.#items.read(providerReferenceKey(one));
      if (item !== undefined) return referenceItem.parse(item);
    }
    return undefined;
  }
}
