import type { ReturnKey, ReturnKeyStore } from "../../shared/returned-mail/ports.ts";

/** Each owner's key in memory. It passes the same contract test as the DynamoDB adapter (test/contract/ports/return-key-store.test.ts). */
export function inMemoryReturnKeys(): ReturnKeyStore {
  const keys = new Map<string, ReturnKey>();
  return {
    async ofOwner(owner) {
      const known = [...keys.values()].find((one) => one.owner === owner);
      const made = known ?? {
        ...{ id: keys.size.toString(16).padStart(8, "0"), owner },
        key: new Uint8Array(32).fill(keys.size + 1),
      };
      keys.set(made.id, made);
      return made;
    },
    find: async (id) => keys.get(id),
  };
}
