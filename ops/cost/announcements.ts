import type { DeployedStage } from "./deployed-stage.ts";
import { gigabytes, stored } from "./parts.ts";
import { DAYS_A_MONTH, gigabyteSeconds, KB, together, type Usage } from "./units.ts";

/** How changes of one message arrive at the function that announces and counts. */
export interface Arrival {
  /** Messages a second. */
  readonly perSecond: number;
  /** The number of owners, between whom messages are spread evenly. */
  readonly owners: number;
}

const ANNOUNCEMENT_MS = 30;

/**
 * The table units for appending an event alone to its feed and looking up its owner's webhooks, as a test counts them. Another process wrote the
 * event before it; if the same process did, one read unit less is needed.
 */
export const COUNTED_EVENT = { tableWriteUnits: 1, tableReadUnits: 2 } as const;
/** The write units of an event among many of its chunk, as a test counts them. */
export const COUNTED_EVENT_AMONG_MANY = { tableWriteUnits: 0.06 } as const;
const EVENT_BYTES = 0.7 * KB;
const EVENT_KEPT_DAYS = 30;

/** The table units for counting one batch: one for an owner's hour and one for everybody's. A failure's reason adds another. */
export const COUNTED_BATCH = { tableWriteUnits: 2 } as const;

/** The partitions of a new table. Each is a shard of the stream that Lambda polls four times a second. */
const TABLE_PARTITIONS = 4;
const STREAM_SECONDS = 0.25;
/** The function takes so many changes at once. */
const BATCH_SIZE = 100;

/** Changes between two polls of a shard come together. */
const changesPerBatch = (changesPerSecond: number): number =>
  Math.min(1 + (changesPerSecond / TABLE_PARTITIONS) * STREAM_SECONDS, BATCH_SIZE);

/** The expected number of different owners of so many messages: `owners * (1 - (1 - 1/owners)^count)`. */
const ownersOf = (count: number, owners: number): number =>
  count <= 1 ? count : owners * (1 - (1 - 1 / owners) ** count);

export interface AnnouncedChanges extends Arrival {
  /** The changes of one message that reach the function, and the events that they become. */
  readonly changes: number;
  readonly events: number;
}

/**
 * The cost of changes that reach the announcing function and of the events that it appends to the feed: a chunk for each owner of a batch. Its time
 * and log are those of changes that come alone. Lambda's reading of streams is free (Amazon DynamoDB pricing, "DynamoDB Streams").
 */
export function announced(stage: DeployedStage, { changes, events, perSecond, owners }: AnnouncedChanges): Usage {
  const perBatch = changesPerBatch(perSecond * changes);
  const eventsPerBatch = (perBatch * events) / changes;
  const perChunk = eventsPerBatch / ownersOf(eventsPerBatch, owners);
  const unitsOfChunk = Math.max(COUNTED_EVENT.tableWriteUnits, perChunk * COUNTED_EVENT_AMONG_MANY.tableWriteUnits);
  return together(
    {
      functionCalls: changes / perBatch,
      functionGigabyteSeconds: changes * gigabyteSeconds(gigabytes(stage, "announce-and-count"), ANNOUNCEMENT_MS),
      logGigabytes: changes * 0.3 * KB,
      tableWriteUnits: (events / perChunk) * unitsOfChunk,
      tableReadUnits: (events / perChunk) * COUNTED_EVENT.tableReadUnits,
    },
    stored(stage, "Events", { own: (events * EVENT_BYTES * EVENT_KEPT_DAYS) / DAYS_A_MONTH, index: 0 }),
  );
}

/** For an email its acceptance and its end are counted; for a chat message its acceptance and its delivery. */
const COUNTED_CHANGES = 2;

/** The cost of counting for the panel's figures: of each batch everybody's hour, and the hour of each owner in it. */
export function counted({ perSecond, owners }: Arrival): Usage {
  const perBatch = changesPerBatch(perSecond * COUNTED_CHANGES);
  const ofOwners = (COUNTED_BATCH.tableWriteUnits - 1) * ownersOf(perBatch, owners);
  return { tableWriteUnits: (COUNTED_CHANGES / perBatch) * (1 + ofOwners) };
}
