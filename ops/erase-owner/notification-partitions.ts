import type { Owner } from "../../shared/kernel/owner.ts";
import { contentPartitions, statePartitions } from "../../shared/notifications/dynamo/notification-key.ts";

/** An owner's notifications lie in these, states first: without one nothing is delivered, and no content missed. */
export const partitionsOf = (owner: Owner): readonly string[] => [
  ...statePartitions(owner),
  ...contentPartitions(owner),
];

/** Whether an item of these partitions is a content (`contentKey`). */
export const isContent = ({ sk }: { readonly sk: string }): boolean => sk.endsWith("#BODY");
