import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";

const SAYS_ITEM_SIZE = /\bitem size\b/i;

/** Whether the table has refused a write because an item is larger than the 400 KB that it takes: the same write is refused for ever. */
export function isItemTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TransactionCanceledException)
    return reasonsOf(error).some((reason) => SAYS_ITEM_SIZE.test(reason));
  return error.name === "ValidationException" && SAYS_ITEM_SIZE.test(error.message);
}

const reasonsOf = ({ CancellationReasons: reasons = [] }: TransactionCanceledException): readonly string[] =>
  reasons.map(({ Message = "" }) => Message);
