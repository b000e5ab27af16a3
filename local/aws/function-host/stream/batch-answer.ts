import * as z from "zod";
import type { Outcome } from "./batch-progress.ts";
import type { StreamRecord } from "./stream-service.ts";

const answer = z
  .looseObject({ batchItemFailures: z.array(z.looseObject({ itemIdentifier: z.string() })).nullish() })
  .nullish();

/**
 * Determines the outcome of a batch from the answer of its function (AWS Lambda Developer Guide, "Configuring partial
 * batch response with DynamoDB"). Of several failures the first one counts. An identifier that belongs to none of the
 * records fails the whole batch.
 */
export function outcomeOf(given: unknown, records: readonly StreamRecord[]): Outcome {
  const { success, data } = answer.safeParse(given);
  if (!success) return { kind: "failed" };
  const failures = new Set(data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  if (failures.size === 0) return { kind: "processed" };
  const failed = records.map(({ dynamodb }) => dynamodb.SequenceNumber).filter((one) => failures.has(one));
  const [sequenceNumber] = failed;
  return sequenceNumber === undefined || failed.length < failures.size
    ? { kind: "failed" }
    : { kind: "failed-from", sequenceNumber };
}

const stateful = z.looseObject({ state: z.looseObject({}) });
/** Says whether an answer contains state. With a tumbling window, an answer without state is a failure. */
export const hasState = (given: unknown): boolean => stateful.safeParse(given).success;
