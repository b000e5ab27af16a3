import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";
import { readItemConsistently } from "./read-item.ts";
import type { TransactItems } from "./transact.ts";

export interface Amount {
  readonly bytes: number;
  readonly count: number;
}

export interface OwnerTotalOptions {
  readonly table: string;
  /** The sort key of the item that holds the total. */
  readonly sortKey: string;
  readonly most: Amount;
}

const totalItem = z.object({ totalBytes: z.number(), totalCount: z.number(), totalVersion: z.number() });

/**
 * Counts an owner's records of one kind, and their bytes. The total is an item in the owner's partition, which every
 * write of a record changes in its own transaction, so that concurrent writes cannot exceed the bound.
 */
export class OwnerTotal {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: OwnerTotalOptions;

  constructor(client: DynamoDBDocumentClient, options: OwnerTotalOptions) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * Returns the transaction item that changes the total. Its condition fails when nothing has been counted yet, and
   * when the addition would exceed the bound.
   */
  change(owner: Owner, { bytes, count }: Amount): TransactItems[number] {
    const { table, most } = this.#options;
    const room = bytes > 0 ? " AND totalBytes <= :roomBytes AND totalCount <= :roomCount" : "";
    const bounds = bytes > 0 ? { ":roomBytes": most.bytes - bytes, ":roomCount": most.count - count } : {};
    return {
      Update: {
        TableName: table,
        Key: this.#key(owner),
        UpdateExpression:
          "SET totalBytes = totalBytes + :bytes, totalCount = totalCount + :count, totalVersion = totalVersion + :one",
        ConditionExpression: `attribute_exists(pk)${room}`,
        ExpressionAttributeValues: { ":bytes": bytes, ":count": count, ":one": 1, ...bounds },
      },
    };
  }

  /** Counts the records again and corrects the total where it is wrong. Returns whether it was right. */
  async correct(owner: Owner, count: () => Promise<Amount>): Promise<boolean> {
    const item = await readItemConsistently(this.#client, { TableName: this.#options.table, Key: this.#key(owner) });
    const known = item && totalItem.parse(item);
    const counted = await count();
    if (known?.totalBytes === counted.bytes && known.totalCount === counted.count) return true;
    await this.#set(owner, counted, known?.totalVersion);
    return false;
  }

  /**
   * Sets the total only when nothing was written since it was read. Otherwise the count may be out of date, and the
   * other writer has already changed the total.
   */
  async #set(owner: Owner, { bytes, count }: Amount, version: number | undefined): Promise<void> {
    const isAsSeen =
      version === undefined
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : { ConditionExpression: "totalVersion = :seen", ExpressionAttributeValues: { ":seen": version } };
    const total = { totalBytes: bytes, totalCount: count, totalVersion: (version ?? 0) + 1 };
    const put = { TableName: this.#options.table, Item: { ...this.#key(owner), ...total }, ...isAsSeen };
    try {
      await this.#client.send(new PutCommand(put));
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  #key(owner: Owner) {
    return { pk: `O#${owner}`, sk: this.#options.sortKey };
  }
}
