import type { Clock } from "../../shared/kernel/clock.ts";
import type { DeadLetter, DeadLetterStore } from "../../shared/notifications/ports.ts";

const KEPT_MS = 14 * 86_400_000;
const keyOf = ({ at, id }: DeadLetter) => `${at}#${id}`;

/** A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/dead-letter-store.test.ts). */
export function inMemoryDeadLetterStore(clock?: Clock): DeadLetterStore {
  const deadLetters = new Map<string, DeadLetter>();
  return {
    add: async (deadLetter) => void deadLetters.set(keyOf(deadLetter), deadLetter),
    list: async (limit) =>
      [...deadLetters.values()]
        .filter(({ at }) => clock === undefined || Date.parse(at) >= clock.now() - KEPT_MS)
        .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
        .slice(0, limit),
    remove: async (deadLetter) => void deadLetters.delete(keyOf(deadLetter)),
  };
}
