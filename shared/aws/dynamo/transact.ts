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

/**
 * Tells for each item, in their order, whether its own condition failed. `undefined` means that everything was written.
 */
export type FailedConditions = readonly boolean[];

/**
 * Writes all items or none. A conflict with another transaction on the same item is tried again with growing pauses; a
 * failed condition is an answer, not an error. Throws `WriteConflictError` when the conflicts do not end.
 */
export async function transact(
  client: DynamoDBDocumentClient,
  items: TransactItems,
  maxTries = MAX_TRIES,
): Promise<FailedConditions | undefined> {
  for (let tries = 1; ; tries++) {
    const { failed, conflict } = await tryTransact(client, items);
    if (conflict === undefined) return failed;
    if (tries === maxTries)
      throw hasOthers(conflict) ? new WriteConflictError(CONFLICT, { cause: conflict }) : conflict;
    await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random() / 2));
  }
}

export interface Tried {
  readonly failed?: FailedConditions;
  /**
   * Another transaction was writing one of the items, or the store was too busy. Nothing is known of the conditions
   * then.
   */
  readonly conflict?: TransactionCanceledException;
}

/**
 * Tries once. It serves writers whose conditions are out of date after a conflict, so that they have to read again
 * before the next try.
 */
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

/** Tells whether one of the items is invalid and can never be written as it is. */
const isInvalid = ({ CancellationReasons: reasons = [] }: TransactionCanceledException): boolean =>
  reasons.some(({ Code }) => Code === "ValidationError");

const CONFLICT = "other transactions kept writing the same items";

/**
 * Tells whether another transaction caused the cancellation. The store cancels for other reasons too, for example when
 * it is overloaded.
 */
const hasOthers = ({ CancellationReasons: reasons = [] }: TransactionCanceledException): boolean =>
  reasons.some(({ Code }) => Code === "TransactionConflict");

const failedConditions = ({ CancellationReasons: reasons = [] }: TransactionCanceledException): FailedConditions =>
  reasons.map(({ Code }) => Code === "ConditionalCheckFailed");
