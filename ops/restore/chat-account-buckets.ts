import type { AttributeValue, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { bucketsReference, chatAccountKey } from "../../shared/chat/dynamo/chat-account-item.ts";
import { BUCKETS } from "../../shared/chat/dynamo/owner-bucket-item.ts";
import { bucketsNote } from "../../shared/chat/dynamo/owner-bucket-notes.ts";
import { type Item, keyOf, keyText, pkOf, skOf, text } from "./item.ts";
import { readNow } from "./table-reader.ts";

const ACCOUNT = chatAccountKey("");

/**
 * Says whether an item is a chat account or one of the buckets with its owners. They share a partition and are restored
 * together.
 */
export const isOfAccount = (item: Item): boolean => pkOf(item).startsWith(ACCOUNT.pk);

/** Returns the generation of buckets that an account's item names. */
export const generationNamed = (item: Item | undefined): string | undefined => item?.ownerBuckets?.M?.generation?.S;

/** Returns the generation that a bucket belongs to, or undefined for other items. */
export const generationOf = (item: Item): string | undefined =>
  isOfAccount(item) && skOf(item).startsWith(BUCKETS) ? skOf(item).slice(BUCKETS.length).split("#")[0] : undefined;

export interface BucketsCopy {
  readonly beside: string;
  readonly living: string;
  readonly overwrites: boolean;
}

/**
 * Returns the buckets of a page that no account's item will name, by key text. They belong to an unfinished save, or to
 * an account that has other buckets now and keeps them.
 */
export async function unnamedBuckets(
  client: DynamoDBClient,
  { beside, living, overwrites }: BucketsCopy,
  page: readonly Item[],
): Promise<ReadonlySet<string>> {
  const buckets = page.filter((item) => generationOf(item) !== undefined);
  if (buckets.length === 0) return new Set();
  const accounts = [...new Set(buckets.map(pkOf))].map((pk) => ({ pk: { S: pk }, sk: { S: ACCOUNT.sk } }));
  const [then, now] = await Promise.all([readNow(client, beside, accounts), readNow(client, living, accounts)]);
  const isNamed = (bucket: Item): boolean => {
    const account = keyText({ ...keyOf(bucket), sk: { S: ACCOUNT.sk } });
    const [generation, current] = [generationOf(bucket), now.get(account)];
    const isKept = current === undefined || overwrites || generationNamed(current) === generation;
    return isKept && generationNamed(then.get(account)) === generation;
  };
  return new Set(buckets.filter((bucket) => !isNamed(bucket)).map(keyText));
}

/**
 * Builds a note for the reconciliation about the buckets that an account names until it is set back. The note is
 * written first, because a note about buckets that are still in use does no harm.
 */
export function noteOfLeft(seen: Item | undefined, then: Item): Record<string, AttributeValue> | undefined {
  const [left, id] = [seen?.ownerBuckets?.M, seen && text(seen, "id")];
  if (left === undefined || id === undefined || generationNamed(seen) === generationNamed(then)) return undefined;
  const { generation, count } = bucketsReference.parse(unmarshall(left));
  return marshall(bucketsNote(id, { generation, count }, Date.now()));
}
