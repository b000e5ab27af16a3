import { setTimeout as pause } from "node:timers/promises";
import { type DynamoDBClient, TransactionConflictException } from "@aws-sdk/client-dynamodb";

const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 10;

/**
 * A plain write of an item that a transaction is writing fails at once, and the SDK does not retry it. This client
 * does.
 */
export function retryBesideTransactions(client: DynamoDBClient): void {
  client.middlewareStack.add((next) => (args) => triedAgain(() => next(args)), {
    step: "initialize",
    name: "retryBesideTransactions",
  });
}

async function triedAgain<Output>(send: () => Promise<Output>): Promise<Output> {
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
    }
    await pause(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
  }
  return send();
}
