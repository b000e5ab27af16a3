import { readTableChanges } from "../../shared/aws/table-changes.ts";
import { streamFunction } from "../../shared/edge/background/stream-function.ts";
import { countChanges } from "../../shared/statistics/count-changes.ts";
import { countingServices } from "../../shared/statistics/wiring.ts";

/**
 * Takes a batch of changes of one shard's notifications, in their order, and counts them for the panel. A change that could not be counted
 * comes again with all that follow it, for a day; the counters themselves know what they have counted.
 */
export const handler = streamFunction(readTableChanges, countChanges, countingServices);
