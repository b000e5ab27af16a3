import { setTimeout as pause } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";

const MAX_TRIES = 12;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 400;

export type TransactItems = NonNullable<TransactWriteCommandInput["TransactItems"]>;

/** Per item, in the order of the items: whether its own condition failed. `undefined` when everything was written. */
export type FailedConditions = readonly boolean[];

/**
 * Writes all or nothing. Conflicts with other transactions on the same item are tried again with growing pauses; a condition
 * that does not hold is an answer, not an error.
 */
export async function transact(
  client: DynamoDBDocumentClient,
  items: TransactItems,
): Promise<FailedConditions | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: items }));
      return undefined;
    } catch (error) {
      const failed = failedConditions(error);
      if (failed.includes(true)) return failed;
      if (tries === MAX_TRIES) throw error;
    }
    await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random() / 2));
  }
}

/** Throws whatever is not a cancelled transaction. */
function failedConditions(error: unknown): FailedConditions {
  if (!(error instanceof TransactionCanceledException)) throw error;
  return (error.CancellationReasons ?? []).map((reason) => reason.Code === "ConditionalCheckFailed");
}
