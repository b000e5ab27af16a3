import { readTableChanges } from "../../shared/aws/table-changes.ts";
import { streamFunction } from "../../shared/edge/background/stream-function.ts";
import { announceChanges } from "../../shared/events/announce-changes.ts";
import { announcementServices } from "../../shared/events/wiring.ts";

/**
 * Takes a batch of changes of one table, in their order, and announces what they mean. A change that could not be announced comes again
 * with all that follow it, for a day; then a message at the dead letters says which changes were left out. One that holds up other
 * owners' changes is left out much earlier (docs/decisions/one-owners-failure.md).
 */
export const handler = streamFunction(readTableChanges, announceChanges, announcementServices);
