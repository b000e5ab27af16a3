import { readTableChanges } from "../../shared/aws/table-changes.ts";
import { announceAndCount, changeServices } from "../../shared/composition/changes.ts";
import { streamFunction } from "../../shared/edge/background/stream-function.ts";

/**
 * Takes a batch of changes of one table's shard, in their order, announces what they mean, and counts those of notifications for the panel.
 * A change of which either failed comes again with all that follow it, for a day; then a message at the dead letters says which changes
 * were left out. One that holds up other owners' changes is left out much earlier (docs/decisions/one-owners-failure.md).
 */
export const handler = streamFunction(readTableChanges, announceAndCount, changeServices);
