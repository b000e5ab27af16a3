import { inBatches } from "../kernel/in-batches.ts";
import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { ImportedLine } from "./domain/import.ts";
import { type SuppressDeps, suppress, type ToSuppress } from "./suppress.ts";

type Line = Omit<ToSuppress, "owner" | "id">;

/** Makes the suppression of each line, and tells of each line what became of it, in order. A refused line does not stop the others. */
export async function importSuppressions(
  deps: SuppressDeps,
  owner: Owner,
  readLines: readonly (() => Line)[],
): Promise<readonly ImportedLine[]> {
  return inBatches(readLines, async (read) => {
    try {
      const { isNew } = await suppress(deps, { owner, ...read() });
      return { outcome: isNew ? "made" : "stood" };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { outcome: "refused", error: error.message };
    }
  });
}
