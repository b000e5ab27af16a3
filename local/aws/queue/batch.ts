import { MAX_BATCH_ENTRIES } from "./queue-definition.ts";
import { badBatch, SqsError } from "./sqs-error.ts";

export interface BatchEntry {
  readonly Id: string;
}

export interface BatchAnswer<T> {
  readonly Successful: (T & BatchEntry)[];
  readonly Failed: { Id: string; Code: string; Message: string; SenderFault: true }[];
}

/** Refuses the whole batch if it is empty or too long, or if its ids are malformed or not distinct. */
export function checkBatch(entries: readonly BatchEntry[]): void {
  if (entries.length === 0) {
    throw badBatch("EmptyBatchRequest", "There should be at least one entry in the request.");
  }
  if (entries.length > MAX_BATCH_ENTRIES) {
    throw badBatch(
      "TooManyEntriesInBatchRequest",
      `Maximum number of entries per request are ${MAX_BATCH_ENTRIES}. You have sent ${entries.length}.`,
    );
  }
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
    throw badBatch("BatchEntryIdsNotDistinct", "Two or more batch entries in the request have the same Id.");
  }
  if (entries.some(({ Id }) => !/^[\w-]{1,80}$/.test(Id))) {
    throw badBatch(
      "InvalidBatchEntryId",
      "A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.",
    );
  }
}

/**
 * Runs `act` for each entry. A mistake that SQS would refuse is reported for its entry and does not fail the others.
 */
export function inBatch<E extends BatchEntry, T>(entries: readonly E[], act: (entry: E) => T): BatchAnswer<T> {
  const answer: BatchAnswer<T> = { Successful: [], Failed: [] };
  for (const entry of entries) {
    try {
      answer.Successful.push({ ...act(entry), Id: entry.Id });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      answer.Failed.push({ Id: entry.Id, Code: error.queryCode, Message: error.message, SenderFault: true });
    }
  }
  return answer;
}
