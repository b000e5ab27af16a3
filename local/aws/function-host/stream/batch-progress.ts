import type { StreamRecord } from "./stream-service.ts";

/** Records that the function gets in one call, and how often it was called with exactly these records. */
export interface Batch {
  readonly records: readonly StreamRecord[];
  readonly tries: number;
}

/** With `failed-from`, the records before the record with `sequenceNumber` are processed. */
export type Outcome =
  | { readonly kind: "processed" }
  | { readonly kind: "failed" }
  | { readonly kind: "failed-from"; readonly sequenceNumber: string };

export interface Progress {
  /** The remaining batches, in order. */
  readonly waiting: readonly Batch[];
  /** The sequence number of the last processed record; undefined if the outcome processed no further record. */
  readonly processedTo?: string | undefined;
}

/**
 * Lambda limits the event of an invocation to six megabytes, and items grow by a third when their bytes become text.
 */
const MAX_BATCH_BYTES = 4_500_000;

const sequenceOf = ({ dynamodb }: StreamRecord): string => dynamodb.SequenceNumber;
const lastOf = (records: readonly StreamRecord[]): string | undefined => records.map(sequenceOf).at(-1);

/**
 * Splits records into batches that have at most this many and fit into an invocation. A record that is too large by
 * itself gets its own batch.
 */
export function batchesOf(records: readonly StreamRecord[], batchSize: number): readonly Batch[] {
  const batches: StreamRecord[][] = [];
  let bytes = 0;
  for (const record of records) {
    const size = record.dynamodb.SizeBytes;
    const open = batches.at(-1);
    if (open === undefined || open.length === batchSize || bytes + size > MAX_BATCH_BYTES) {
      batches.push([record]);
      bytes = size;
    } else {
      open.push(record);
      bytes += size;
    }
  }
  return batches.map((batch) => ({ records: batch, tries: 0 }));
}

/**
 * Returns the batches that remain after an outcome of the first one, by the rules of Lambda's event source mappings for
 * streams: a batch that failed is halved, one that failed from a record on continues with that record, and later
 * batches wait.
 */
export function afterOutcome([first, ...later]: readonly Batch[], outcome: Outcome): Progress {
  if (first === undefined) return { waiting: [] };
  const { records, tries } = first;
  if (outcome.kind === "processed") return { waiting: later, processedTo: lastOf(records) };
  if (outcome.kind === "failed-from") {
    const from = records.findIndex((record) => sequenceOf(record) === outcome.sequenceNumber);
    if (from > 0) {
      const rest = { records: records.slice(from), tries: 0 };
      return { waiting: [rest, ...later], processedTo: lastOf(records.slice(0, from)) };
    }
    return { waiting: [{ records, tries: tries + 1 }, ...later] };
  }
  if (records.length <= 1) return { waiting: [{ records, tries: tries + 1 }, ...later] };
  const half = Math.ceil(records.length / 2);
  const halves = [records.slice(0, half), records.slice(half)].map((part) => ({ records: part, tries: 0 }));
  return { waiting: [...halves, ...later] };
}

export interface Remainder extends Progress {
  readonly leftOut: readonly StreamRecord[];
}

/** Removes the first batch when it has failed more than `maxRetries` times. Each half of a halved batch is counted from zero. */
export function withoutExhausted(waiting: readonly Batch[], maxRetries: number): Remainder {
  const [first, ...later] = waiting;
  if (first === undefined || first.tries <= maxRetries) return { waiting, leftOut: [] };
  return { waiting: later, processedTo: lastOf(first.records), leftOut: first.records };
}

/** Removes records from the start of the first batch that are older than this time in epoch seconds. */
export function withoutExpired(waiting: readonly Batch[], oldestSeconds: number): Remainder {
  const [first, ...later] = waiting;
  if (first === undefined) return { waiting, leftOut: [] };
  const { records, tries } = first;
  const young = records.findIndex(({ dynamodb }) => dynamodb.ApproximateCreationDateTime >= oldestSeconds);
  const count = young === -1 ? records.length : young;
  if (count === 0) return { waiting, leftOut: [] };
  const leftOut = records.slice(0, count);
  const rest = records.slice(count);
  return {
    waiting: rest.length > 0 ? [{ records: rest, tries }, ...later] : later,
    processedTo: lastOf(leftOut),
    leftOut,
  };
}
