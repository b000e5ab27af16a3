import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { batchGet } from "../../aws/dynamo/batch-get.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readRareTogether } from "../../aws/dynamo/read-together.ts";
import { transact, transactKnowingly } from "../../aws/dynamo/transact.ts";
import type { Owner } from "../../kernel/owner.ts";
import { CHANGED, lookingAgain } from "../../kernel/write-conflict.ts";
import { type Recipient, readRecipient } from "../domain/recipient.ts";
import { MOST_WITH_TOPIC, type Standing, type Suppression } from "../domain/suppression.ts";
import type { AddedSuppression, SuppressionPage, SuppressionQuery, SuppressionStore } from "../ports.ts";
import {
  entering,
  entryName,
  fromSuppressionItem,
  ownerPartition,
  recipientKey,
  recipientOf,
  SUPPRESSION_PREFIX,
  standingIn,
  suppressionKey,
  toSuppressionItem,
} from "./suppression-item.ts";

/** DynamoDB reads at most this many items in one request. */
const MOST_KEYS = 100;

/** A page of a filtered list reads at most this many requests of DynamoDB, each of at most 1 MB. */
const MAX_REQUESTS = 20;

/** Writes a suppression and its recipient's entry in one transaction, so that they never disagree. */
export class DynamoSuppressionStore implements SuppressionStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  add(suppression: Suppression): Promise<AddedSuppression | "full"> {
    const { owner, topic } = suppression;
    return lookingAgain<AddedSuppression | "full">("a recipient's suppressions", async () => {
      const failed = await transact(this.#client, [
        { Update: { TableName: this.#table, ...entering(suppression) } },
        { Put: { TableName: this.#table, Item: toSuppressionItem(suppression) } },
      ]);
      if (failed === undefined) return { suppression, isNew: true };
      const standing = await this.#standingNow(suppression);
      const known = standing.find((one) => entryName(one) === entryName(suppression));
      if (known === undefined && topic !== undefined && standing.length >= MOST_WITH_TOPIC) return "full";
      const present = known && (await this.#get(owner, known.id));
      // The client repeats a request whose answer was lost. Then the condition fails on our own suppression.
      return present ? { suppression: present, isNew: present.id === suppression.id } : CHANGED;
    });
  }

  async remove(owner: Owner, id: string): Promise<boolean> {
    const known = await this.#get(owner, id);
    if (known === undefined) return false;
    const recipient = { TableName: this.#table, Key: recipientKey(owner, recipientOf(known)) };
    const { failed, isRepeat } = await transactKnowingly(this.#client, [
      {
        Update: {
          ...recipient,
          UpdateExpression: "REMOVE #entry ADD entries :less",
          ConditionExpression: "#entry.#id = :id",
          ExpressionAttributeNames: { "#entry": entryName(known), "#id": "id" },
          ExpressionAttributeValues: { ":id": id, ":less": -1 },
        },
      },
      { Delete: { TableName: this.#table, Key: suppressionKey(owner, id) } },
    ]);
    // The client repeats a request whose answer was lost. Then the conditions fail, because the suppression is gone already.
    if (failed !== undefined) return isRepeat === true && (await this.#get(owner, id)) === undefined;
    await this.#leaveNothing(recipient);
    return true;
  }

  /** Deletes a recipient's item without entries. An item that stays because this fails does no harm, so the removal is done either way. */
  async #leaveNothing(recipient: { readonly TableName: string; readonly Key: Record<string, string> }): Promise<void> {
    const isEmpty = { ConditionExpression: "entries = :none", ExpressionAttributeValues: { ":none": 0 } };
    // This is a transaction, because `transact` tries again during another transaction, where a plain write would fail at once.
    await transact(this.#client, [{ Delete: { ...recipient, ...isEmpty } }]).catch(() => undefined);
  }

  list(owner: Owner, query: SuppressionQuery): Promise<SuppressionPage> {
    return query.recipient === undefined
      ? this.#listAll(owner, query)
      : this.#listOf(owner, recipientOf({ recipient: query.recipient }), query);
  }

  async standing(owner: Owner, recipients: readonly string[]): Promise<ReadonlyMap<string, readonly Standing[]>> {
    const read = await Promise.all(
      recipients.map(async (text) => {
        const recipient = readRecipient(text);
        const Key = recipient && recipientKey(owner, recipient);
        const item = Key && (await readRareTogether(this.#client, { TableName: this.#table, Key }));
        return [text, item ? standingIn(item) : []] as const;
      }),
    );
    return new Map(read.filter(([, standing]) => standing.length > 0));
  }

  async #standingNow({ owner, ...suppression }: Suppression): Promise<readonly Standing[]> {
    const Key = recipientKey(owner, recipientOf(suppression));
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key });
    return item ? standingIn(item) : [];
  }

  async #get(owner: Owner, id: string): Promise<Suppression | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: suppressionKey(owner, id) });
    return item && fromSuppressionItem(owner, item);
  }

  async #listOf(
    owner: Owner,
    recipient: Recipient,
    { reason, limit, after }: SuppressionQuery,
  ): Promise<SuppressionPage> {
    const item = await readItemConsistently(this.#client, {
      TableName: this.#table,
      Key: recipientKey(owner, recipient),
    });
    const wanted = (item ? standingIn(item) : [])
      .filter((one) => (reason === undefined || one.reason === reason) && (after === undefined || one.id < after))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const keys = wanted.slice(0, limit).map(({ id }) => suppressionKey(owner, id));
    const items = await this.#getAll(keys);
    const suppressions = items.map((one) => fromSuppressionItem(owner, one)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const last = wanted.length > limit ? wanted[limit - 1]?.id : undefined;
    return { suppressions, next: last };
  }

  async #getAll(keys: readonly Readonly<Record<string, string>>[]): Promise<Readonly<Record<string, unknown>>[]> {
    const items: Readonly<Record<string, unknown>>[] = [];
    for (let first = 0; first < keys.length; first += MOST_KEYS)
      items.push(...(await batchGet(this.#client, { table: this.#table, keys: keys.slice(first, first + MOST_KEYS) })));
    return items;
  }

  async #listAll(owner: Owner, { reason, limit, after }: SuppressionQuery): Promise<SuppressionPage> {
    const suppressions: Suppression[] = [];
    let from = after === undefined ? undefined : suppressionKey(owner, after);
    for (let request = 0; request < MAX_REQUESTS; request++) {
      const { Items = [], LastEvaluatedKey } = await this.#query(owner, { reason, from, limit: limit + 1 });
      suppressions.push(...Items.map((item) => fromSuppressionItem(owner, item)));
      const page = suppressions.slice(0, limit);
      if (suppressions.length > limit) return { suppressions: page, next: page.at(-1)?.id };
      if (LastEvaluatedKey === undefined) return { suppressions: page };
      from = { pk: String(LastEvaluatedKey.pk), sk: String(LastEvaluatedKey.sk) };
    }
    return { suppressions, next: from?.sk.slice(SUPPRESSION_PREFIX.length) };
  }

  #query(
    owner: Owner,
    {
      reason,
      from,
      limit,
    }: Pick<SuppressionQuery, "reason" | "limit"> & { readonly from: Record<string, string> | undefined },
  ) {
    return this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: {
          ":pk": ownerPartition(owner),
          ":prefix": SUPPRESSION_PREFIX,
          ...(reason !== undefined && { ":reason": reason }),
        },
        ConsistentRead: true,
        ScanIndexForward: false,
        ExclusiveStartKey: from,
        // A limit counts items before the filter, so a filtered page reads whole megabytes.
        ...(reason === undefined
          ? { Limit: limit }
          : { FilterExpression: "#reason = :reason", ExpressionAttributeNames: { "#reason": "reason" } }),
      }),
    );
  }
}
