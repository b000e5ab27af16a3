import { createHash } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItem, readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { type BucketsReference, chatAccountKey } from "./chat-account-item.ts";

/** The sort keys of all buckets of an account begin like this. */
export const BUCKETS = "OWNERS#";
const NUMBER_DIGITS = 6;

/** A bucket holds owners of an account. The rank of an owner is the place in the administrator's list. */
export const bucketItem = z.object({ owners: z.array(ownerSub), ranks: z.array(z.int()) });

export const bucketOf = (owner: Owner, count: number): number =>
  createHash("sha256").update(owner).digest().readUInt32BE(0) % count;

export const bucketKey = (id: string, { generation }: BucketsReference, number: number) => ({
  pk: chatAccountKey(id).pk,
  sk: `${BUCKETS}${generation}#${String(number).padStart(NUMBER_DIGITS, "0")}`,
});

interface Asked {
  /** The id of the account. */
  readonly id: string;
  readonly reference: BucketsReference;
  readonly owner: Owner;
  readonly isConsistent: boolean;
}

/** Returns whether the owner is in the buckets; `gone` when that generation of buckets no longer exists. */
export async function isInBuckets(
  client: DynamoDBDocumentClient,
  table: string,
  { id, reference, owner, isConsistent }: Asked,
): Promise<boolean | "gone"> {
  const read = isConsistent ? readItemConsistently : readItem;
  const Key = bucketKey(id, reference, bucketOf(owner, reference.count));
  const item = await read(client, { TableName: table, Key });
  return item === undefined ? "gone" : bucketItem.parse(item).owners.includes(owner);
}
