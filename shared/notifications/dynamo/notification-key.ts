import { createHash } from "node:crypto";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import type { DueList } from "../domain/sweep.ts";
import { type NotificationKey, shardsIn } from "../ports.ts";

const hashOf = (id: string): string => createHash("sha256").update(id).digest("hex");

/** `<owner>#<first 2 hex of a hash of the id>`: 256 partitions per owner. */
export const partitionOf = ({ owner, id }: NotificationKey): string => `${owner}#${hashOf(id).slice(0, 2)}`;
export const stateKey = (key: NotificationKey) => ({ pk: partitionOf(key), sk: key.id });
export const contentKey = (key: NotificationKey) => ({ pk: partitionOf(key), sk: `${key.id}#BODY` });

const LIST_PREFIX = { leased: "l", fresh: "d", scheduled: "s", waiting: "w" } as const satisfies Record<
  DueList,
  string
>;
export const shardName = (shard: number, list: DueList = "fresh"): string =>
  `${LIST_PREFIX[list]}${String(shard).padStart(2, "0")}`;
export const shardOf = (id: string, list: DueList = "fresh"): string =>
  shardName(Number.parseInt(hashOf(id).slice(2, 6), 16) % shardsIn(list), list);

/** How many partitions of the `waiting` index those that wait for one account are spread over. */
export const WAITING_SHARDS = 4;
export const waitingPartition = (accountId: string, shard: number): string => `${accountId}#${shard}`;
/** The account that a partition of the index is of. */
export const accountOf = (partition: string): string => partition.slice(0, partition.lastIndexOf("#"));
export const waitingOf = (accountId: string, id: string): string =>
  waitingPartition(accountId, Number.parseInt(hashOf(id).slice(8, 10), 16) % WAITING_SHARDS);

/** How many partitions of the `recent` index one owner's newest notifications are spread over. */
export const RECENT_SHARDS = 16;
export const recentPartition = (owner: Owner, shard: number): string => `${owner}#${shard}`;
export const recentOf = ({ owner, id }: NotificationKey): string =>
  recentPartition(owner, Number.parseInt(hashOf(id).slice(6, 8), 16) % RECENT_SHARDS);

/** The owner and id behind a key of the `due` index. */
export const keyOf = (item: { readonly pk: string; readonly sk: string }): NotificationKey => ({
  owner: ownerSub.parse(item.pk.slice(0, -3)),
  id: item.sk,
});
