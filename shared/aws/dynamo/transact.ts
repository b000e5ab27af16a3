import { setTimeout as pause } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { WriteConflictError } from "../../kernel/write-conflict.ts";

const MAX_TRIES = 12;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 400;

export type TransactItems = NonNullable<TransactWriteCommandInput["TransactItems"]>;

/** Per item, in the order of the items: whether its own condition failed. `undefined` when everything was written. */
export type FailedConditions = readonly boolean[];

/**
 * Writes all or nothing. Conflicts with other transactions on the same item are tried again with growing pauses; a condition
 * that does not hold is an answer, not an error. Throws `WriteConflictError` when the others do not end.
 */
export async function transact(
  client: DynamoDBDocumentClient,
  items: TransactItems,
): Promise<FailedConditions | undefined> {
  for (let tries = 1; ; tries++) {
    const { failed, conflict } = await tryTransact(client, items);
    if (conflict === undefined) return failed;
    if (tries === MAX_TRIES)
      throw hasOthers(conflict) ? new WriteConflictError(CONFLICT, { cause: conflict }) : conflict;
    await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random() / 2));
  }
}

export interface Tried {
  readonly failed?: FailedConditions;
  /** Another transaction was at one of the items, or the store was too busy: nothing is known of the conditions. */
  readonly conflict?: TransactionCanceledException;
}

/** Once. For a writer whose conditions are out of date after a conflict: it has to look again before it tries again. */
export async function tryTransact(client: DynamoDBDocumentClient, items: TransactItems): Promise<Tried> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems: items }));
    return {};
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const failed = failedConditions(error);
    if (failed.includes(true)) return { failed };
    if (isInvalid(error)) throw error;
    return { conflict: error };
  }
}

/** One of the items can never be written as it is. */
const isInvalid = ({ CancellationReasons: reasons = [] }: TransactionCanceledException): boolean =>
  reasons.some(({ Code }) => Code === "ValidationError");

const CONFLICT = "other transactions kept writing the same items";

/** The store cancels for other reasons too, such as a load that it does not take. */
const hasOthers = ({ CancellationReasons: reasons = [] }: TransactionCanceledException): boolean =>
  reasons.some(({ Code }) => Code === "TransactionConflict");

const failedConditions = ({ CancellationReasons: reasons = [] }: TransactionCanceledException): FailedConditions =>
  reasons.map(({ Code }) => Code === "ConditionalCheckFailed");
