import { readTableChanges } from "../../shared/aws/table-changes.ts";
import { announceAndCount, changeServices } from "../../shared/composition/changes.ts";
import { streamFunction } from "../../shared/edge/background/stream-function.ts";

/**
 * Takes a batch of changes of one shard in their order, announces what they mean, and counts those of notifications for
 * the panel. If either fails for a change, Lambda passes that change and all later ones again, until the limits of a
 * stream (`STREAM_LIMITS`) are reached. Then a dead letter says which changes were left out. A change that delays other
 * owners' changes is left out much earlier (docs/decisions/one-owners-failure.md).
 */
export const handler = streamFunction(readTableChanges, announceAndCount, changeServices);
