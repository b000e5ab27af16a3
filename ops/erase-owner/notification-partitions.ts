import type { Owner } from "../../shared/kernel/owner.ts";
import { contentPartitions, statePartitions } from "../../shared/notifications/dynamo/notification-key.ts";

/**
 * Returns the partitions with an owner's notifications. The partitions of states come first: without its state no
 * notification is delivered, and nothing looks for its content.
 */
export const partitionsOf = (owner: Owner): readonly string[] => [
  ...statePartitions(owner),
  ...contentPartitions(owner),
];

/** Says whether an item of these partitions is a content (`contentKey`). */
export const isContent = ({ sk }: { readonly sk: string }): boolean => sk.endsWith("#BODY");
