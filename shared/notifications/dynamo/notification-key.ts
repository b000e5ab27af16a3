import { createHash } from "node:crypto";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { isTestOwner } from "../../kernel/test-mode.ts";
import type { DueList } from "../domain/sweep.ts";
import type { Unsent } from "../domain/unsent.ts";
import { type NotificationKey, shardsIn } from "../ports.ts";

const hashOf = (id: string): string => createHash("sha256").update(id).digest("hex");

const digits = (count: number, length: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => i.toString(16).padStart(length, "0"));

/** The partitions that hold the states of an owner's notifications and nothing else. Ids sort by time (D7), so they are the owner's list. */
export const statePartitions = (owner: Owner): readonly string[] => digits(16, 1).map((shard) => `${owner}#${shard}`);
/** Contents may be large and are read by key only, so they have more partitions, apart from the states. */
export const contentPartitions = (owner: Owner): readonly string[] =>
  digits(256, 2).map((shard) => `${owner}#B${shard}`);

export const stateKey = ({ owner, id }: NotificationKey) => ({ pk: `${owner}#${hashOf(id).slice(6, 7)}`, sk: id });
export const contentKey = ({ owner, id }: NotificationKey) => ({
  pk: `${owner}#B${hashOf(id).slice(0, 2)}`,
  sk: `${id}#BODY`,
});
/** Reads the owner from the partition key of a state or a content, whatever the owner's name; undefined for any other key. */
export const ownerOfPartition = (pk: string): string | undefined => /^(.+)#(?:B[0-9a-f])?[0-9a-f]$/s.exec(pk)?.[1];

const LIST_PREFIX = { leased: "l", fresh: "d", scheduled: "s", waiting: "w" } as const satisfies Record<
  DueList,
  string
>;
export const shardName = (shard: number, list: DueList = "fresh"): string =>
  `${LIST_PREFIX[list]}${String(shard).padStart(2, "0")}`;
export const shardOf = (id: string, list: DueList = "fresh"): string =>
  shardName(Number.parseInt(hashOf(id).slice(2, 6), 16) % shardsIn(list), list);
/**
 * The partition of the index `due` that has a notification. Those of an owner of test mode have one of their own, because their times are
 * the owner's test time.
 */
export const duePartition = ({ owner, id }: NotificationKey, list: DueList): string =>
  isTestOwner(owner) ? ownDuePartition(owner) : shardOf(id, list);
export const ownDuePartition = (owner: Owner): string => `t${owner}`;

/** Notifications that wait for one account are spread over this many partitions of the index `waiting`. */
export const WAITING_SHARDS = 4;
export const waitingPartition = (accountId: string, shard: number): string => `${accountId}#${shard}`;
/** Reads the account from a partition key of the index `waiting`. */
export const accountOf = (partition: string): string => partition.slice(0, partition.lastIndexOf("#"));
export const waitingOf = (accountId: string, id: string): string =>
  waitingPartition(accountId, Number.parseInt(hashOf(id).slice(8, 10), 16) % WAITING_SHARDS);

/** The index `unsent` sorts by this key within the partitions of states. */
export const unsentOf = (kind: Unsent, id: string): string => `${kind}#${id}`;

/** Reads the owner and the id from the key of a state. */
export const keyOf = (item: { readonly pk: string; readonly sk: string }): NotificationKey => ({
  owner: ownerSub.parse(ownerOfPartition(item.pk)),
  id: item.sk,
});
