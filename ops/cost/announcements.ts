import type { DeployedStage } from "./deployed-stage.ts";
import { gigabytes, stored } from "./parts.ts";
import { DAYS_A_MONTH, gigabyteSeconds, KB, together, type Usage } from "./units.ts";

/** Describes how changes of one message arrive at the function that announces and counts them. */
export interface Arrival {
  /** The number of messages per second. */
  readonly perSecond: number;
  /** Messages are spread evenly between this number of owners. */
  readonly owners: number;
}

const ANNOUNCEMENT_MS = 30;

/**
 * A lone event needs these table units for being appended to its feed and for looking up its owner's webhooks, as a
 * test counts them. Another process wrote the event before it; if the same process did, one read unit less is needed.
 */
export const COUNTED_EVENT = { tableWriteUnits: 1, tableReadUnits: 2 } as const;
/** An event among many of its chunk needs these write units, as a test counts them. */
export const COUNTED_EVENT_AMONG_MANY = { tableWriteUnits: 0.06 } as const;
const EVENT_BYTES = 0.7 * KB;
const EVENT_KEPT_DAYS = 30;

/**
 * Counting one batch needs these table units: one for the owner's hour and one for everybody's. The reason of a failure
 * adds another.
 */
export const COUNTED_BATCH = { tableWriteUnits: 2 } as const;

/** A new table has this many partitions. Each is a shard of the stream, which Lambda polls four times a second. */
const TABLE_PARTITIONS = 4;
const STREAM_SECONDS = 0.25;
/** The function takes at most this many changes at once. */
const BATCH_SIZE = 100;

/** Returns how many changes a batch has, because changes between two polls of a shard come together. */
const changesPerBatch = (changesPerSecond: number): number =>
  Math.min(1 + (changesPerSecond / TABLE_PARTITIONS) * STREAM_SECONDS, BATCH_SIZE);

/** Returns the expected number of different owners of this many messages: `owners * (1 - (1 - 1/owners)^count)`. */
const ownersOf = (count: number, owners: number): number =>
  count <= 1 ? count : owners * (1 - (1 - 1 / owners) ** count);

export interface AnnouncedChanges extends Arrival {
  /** Each message causes this many changes that reach the function, and this many events. */
  readonly changes: number;
  readonly events: number;
}

/**
 * Returns the usage of changes that reach the announcing function, and of the events that it appends to the feed: a
 * chunk for each owner of a batch. It assumes the time and the log of changes that come alone. Lambda's reading of
 * streams is free (Amazon DynamoDB pricing, "DynamoDB Streams").
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

/** Of an email, the acceptance and the end are counted; of a chat message, the acceptance and the delivery. */
const COUNTED_CHANGES = 2;

/**
 * Returns the usage of counting for the panel's figures: each batch writes everybody's hour, and the hour of each owner
 * in it.
 */
export function counted({ perSecond, owners }: Arrival): Usage {
  const perBatch = changesPerBatch(perSecond * COUNTED_CHANGES);
  const ofOwners = (COUNTED_BATCH.tableWriteUnits - 1) * ownersOf(perBatch, owners);
  return { tableWriteUnits: (COUNTED_CHANGES / perBatch) * (1 + ofOwners) };
}
