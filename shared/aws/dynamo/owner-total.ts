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
  /** Of the item beside an owner's things of one kind. */
  readonly sortKey: string;
  readonly most: Amount;
}

const totalItem = z.object({ totalBytes: z.number(), totalCount: z.number(), totalVersion: z.number() });

/**
 * How much an owner has of one kind: an item beside them that every write changes in its own transaction, so that the bound holds
 * whatever is written at once.
 */
export class OwnerTotal {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: OwnerTotalOptions;

  constructor(client: DynamoDBDocumentClient, options: OwnerTotalOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** For a transaction. Its condition fails where nothing has been counted yet, and where what is added would pass the bound. */
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

  /** Counts again, and sets the total right where it is not. Answers whether it was right. */
  async correct(owner: Owner, count: () => Promise<Amount>): Promise<boolean> {
    const item = await readItemConsistently(this.#client, { TableName: this.#options.table, Key: this.#key(owner) });
    const known = item && totalItem.parse(item);
    const counted = await count();
    if (known?.totalBytes === counted.bytes && known.totalCount === counted.count) return true;
    await this.#set(owner, counted, known?.totalVersion);
    return false;
  }

  /** Only where nothing was written since: then the count is not to be trusted, and the writer has seen to the total. */
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
