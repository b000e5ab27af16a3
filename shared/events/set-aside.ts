import type { ExpiringCache } from "../kernel/expiring-cache.ts";
import type { Log } from "../kernel/log.ts";
import type { TableChange } from "../kernel/table-change.ts";
import type { UnannouncedChanges } from "./ports.ts";

export interface SetAsideDeps {
  readonly unannounced: UnannouncedChanges;
  /** The changes that were set aside recently. If their batch is delivered again because of another change, they are not set aside twice. */
  readonly setAsideLately: Pick<ExpiringCache<true>, "get" | "set">;
  readonly log: Log;
}

const nameOf = ({ table, streamShard = "", sequenceNumber }: TableChange): string =>
  `${table} ${streamShard} ${sequenceNumber}`;

export const isSetAside = ({ setAsideLately }: Pick<SetAsideDeps, "setAsideLately">, change: TableChange): boolean =>
  setAsideLately.get(nameOf(change)) !== undefined;

/** Moves a change that would hold up later changes to the operator's queue; false when moving fails, too. */
export async function setAside(deps: SetAsideDeps, change: TableChange, error: unknown): Promise<boolean> {
  const { unannounced, setAsideLately, log } = deps;
  const { table } = change;
  if (isSetAside(deps, change)) {
    log.info("change.already_set_aside", { table });
    return true;
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  try {
    await unannounced.add(change, cause);
  } catch (failure) {
    log.error("change.not_set_aside", failure, { table });
    return false;
  }
  setAsideLately.set(nameOf(change), true);
  log.error("change.set_aside", cause, { table });
  return true;
}
