import type { Log } from "../kernel/log.ts";
import type { TableChange } from "../kernel/table-change.ts";
import type { UnannouncedChanges } from "./ports.ts";

export interface SetAsideDeps {
  readonly unannounced: UnannouncedChanges;
  readonly log: Log;
}

/** Keeps a change elsewhere that would hold up those behind it. False while it cannot be kept there either. */
export async function setAside(
  { unannounced, log }: SetAsideDeps,
  change: TableChange,
  error: unknown,
): Promise<boolean> {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  try {
    await unannounced.add(change, cause);
  } catch (failure) {
    log.error("change.not_set_aside", failure, { table: change.table });
    return false;
  }
  log.error("change.set_aside", cause, { table: change.table });
  return true;
}
