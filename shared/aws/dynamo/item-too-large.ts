import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";

const SAYS_ITEM_SIZE = /\bitem size\b/i;

/**
 * Tells whether the table refused a write because an item is larger than 400 KB. The same write would be refused again
 * each time.
 */
export function isItemTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TransactionCanceledException)
    return reasonsOf(error).some((reason) => SAYS_ITEM_SIZE.test(reason));
  return error.name === "ValidationException" && SAYS_ITEM_SIZE.test(error.message);
}

const reasonsOf = ({ CancellationReasons: reasons = [] }: TransactionCanceledException): readonly string[] =>
  reasons.map(({ Message = "" }) => Message);
