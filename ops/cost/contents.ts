import type { DeployedStage } from "./deployed-stage.ts";
import { stored } from "./parts.ts";
import { DAYS_A_MONTH, KB, together, type Usage } from "./units.ts";

/**
 * Describes a share of the mails, from 0 to 1, by the size of their contents as they are stored, which is after
 * compression.
 */
export interface ContentSize {
  readonly kilobytes: number;
  readonly share: number;
}

/** A content whose stored form is larger goes to the bucket (`shared/notifications/dynamo/content-items.ts`). */
const MOST_IN_TABLE_KB = 200;
/** The keys, names and time to live of a content's item take this many bytes. */
const KEYS_BYTES = 100;
/** The bucket keeps an object this many times as long as the table keeps a content (`lib/cloud/constructs/content-bucket.ts`). */
const KEPT_IN_BUCKET = 2;
/**
 * A write unit covers 1 KiB, and a read unit 4 KiB. Contents are read eventually consistently, which takes half a unit.
 */
const [WRITE_BYTES, READ_BYTES] = [1024, 4096];

/** The content of every short email has this size and takes these units. */
const SHORT = { tableWriteUnits: 1, tableReadUnits: 0.5, kilobytes: 2 } as const;

/** Returns the average usage of contents of these sizes beyond that of short contents. */
export const contentUsage = (stage: DeployedStage, sizes: readonly ContentSize[]): Usage =>
  together(...sizes.map(({ kilobytes, share }) => times(usageOf(stage, kilobytes), share)));

function usageOf(stage: DeployedStage, kilobytes: number): Usage {
  const months = stage.keptDays.content / DAYS_A_MONTH;
  if (kilobytes > MOST_IN_TABLE_KB)
    return { objectWrites: 1, objectReads: 1, objectGigabyteMonths: kilobytes * KB * months * KEPT_IN_BUCKET };
  const bytes = kilobytes * 1000 + KEYS_BYTES;
  const more = Math.max(0, kilobytes - SHORT.kilobytes) * KB * months;
  return together(stored(stage, "Notifications", { own: more, index: 0 }), {
    tableWriteUnits: Math.ceil(bytes / WRITE_BYTES) - SHORT.tableWriteUnits,
    tableReadUnits: Math.ceil(bytes / READ_BYTES) / 2 - SHORT.tableReadUnits,
  });
}

const times = (usage: Usage, factor: number): Usage =>
  Object.fromEntries(Object.entries(usage).map(([unit, amount]) => [unit, amount * factor]));
