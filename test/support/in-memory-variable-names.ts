import type { VariableName, VariableNames } from "../../shared/chat/ports/variable-names.ts";

/** A double in memory that passes the same contract test as the DynamoDB adapter (test/contract/ports/variable-names.test.ts). */
export function inMemoryVariableNames(): VariableNames {
  const kept = new Map<string, readonly VariableName[]>();
  const keyOf = (owner: string, id: string) => JSON.stringify([owner, id]);
  return {
    of: async (owner, id) => kept.get(keyOf(owner, id)) ?? [],
    replace: async (owner, id, names) => void kept.set(keyOf(owner, id), structuredClone(names)),
  };
}
