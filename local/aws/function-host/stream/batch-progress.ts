import type { StreamRecord } from "./stream-service.ts";

/** Records that the function gets together, and how often it had exactly these. */
export interface Batch {
  readonly records: readonly StreamRecord[];
  readonly tries: number;
}

/** `failedFrom`: processed up to there, that record not. */
export type Outcome =
  | { readonly kind: "processed" }
  | { readonly kind: "failed" }
  | { readonly kind: "failed-from"; readonly sequenceNumber: string };

export interface Progress {
  /** The batches that are left, in order. */
  readonly waiting: readonly Batch[];
  /** Everything up to it is processed; undefined when nothing more is than before. */
  readonly processedTo?: string | undefined;
}

/** Lambda's of an invocation is six megabytes; large items grow by a third, from bytes to the text of an event. */
const MAX_BATCH_BYTES = 4_500_000;

const sequenceOf = ({ dynamodb }: StreamRecord): string => dynamodb.SequenceNumber;
const lastOf = (records: readonly StreamRecord[]): string | undefined => records.map(sequenceOf).at(-1);

/** Batches of so many records at most, and of as many as fit into an invocation; a record that is too large alone goes alone. */
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
 * The work that an outcome of the first batch leaves, by the rules of Lambda's event source mappings for streams: a batch that failed is
 * halved, one that failed from a record on goes on with that record, and nothing overtakes what stands before it.
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

export interface Expiry extends Progress {
  readonly expired: readonly StreamRecord[];
}

/** Takes the records out of the first batch that are older than a moment (epoch seconds), from its beginning on. */
export function withoutExpired(waiting: readonly Batch[], oldestSeconds: number): Expiry {
  const [first, ...later] = waiting;
  if (first === undefined) return { waiting, expired: [] };
  const { records, tries } = first;
  const young = records.findIndex(({ dynamodb }) => dynamodb.ApproximateCreationDateTime >= oldestSeconds);
  const count = young === -1 ? records.length : young;
  if (count === 0) return { waiting, expired: [] };
  const expired = records.slice(0, count);
  const rest = records.slice(count);
  return {
    waiting: rest.length > 0 ? [{ records: rest, tries }, ...later] : later,
    processedTo: lastOf(expired),
    expired,
  };
}
