import type { DeadLetter, DeadLetterStore } from "../../shared/notifications/ports/dead-letter-store.ts";

const keyOf = ({ at, id }: DeadLetter) => `${at}#${id}`;

/** Passes test/contract/ports/dead-letter-store.test.ts beside the DynamoDB store. */
export function inMemoryDeadLetterStore(): DeadLetterStore {
  const letters = new Map<string, DeadLetter>();
  return {
    add: async (letter) => void letters.set(keyOf(letter), letter),
    list: async (limit) => [...letters.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, limit),
    remove: async (letter) => void letters.delete(keyOf(letter)),
  };
}
