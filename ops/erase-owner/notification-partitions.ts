import type { Owner } from "../../shared/kernel/owner.ts";
import { contentPartitions, statePartitions } from "../../shared/notifications/dynamo/notification-key.ts";

/**
 * The partitions with an owner's notifications. States come first, because without its state nothing is delivered and
 * no content is missed.
 */
export const partitionsOf = (owner: Owner): readonly string[] => [
  ...statePartitions(owner),
  ...contentPartitions(owner),
];

/** Says whether an item of these partitions is a content (`contentKey`). */
export const isContent = ({ sk }: { readonly sk: string }): boolean => sk.endsWith("#BODY");
