import type { InOwnersTime } from "../edge/ports.ts";
import type { Owner } from "../kernel/owner.ts";
import type { TableChange } from "../kernel/table-change.ts";
import { type AnnounceOwnedDeps, announceOwned } from "./announce-owned.ts";
import { type OwnedChange, readChange } from "./derive-events.ts";
import { setAside } from "./set-aside.ts";

export interface AnnounceChangesDeps extends AnnounceOwnedDeps {
  readonly inOwnTime: InOwnersTime;
}

/**
 * Appends the events of these changes to their owners' feeds. Returns, in order, the changes that must be delivered again because a table or
 * a queue failed. A change that can never be announced is set aside. The failure of one owner's change stops no other owner's changes.
 */
export async function announceChanges(
  deps: AnnounceChangesDeps,
  changes: readonly TableChange[],
): Promise<readonly TableChange[]> {
  const failed = new Set<TableChange>();
  const readOrSetAside = async (change: TableChange): Promise<OwnedChange | undefined> => {
    try {
      return await readChange(deps, change);
    } catch (error) {
      if (!(await setAside(deps, change, error))) failed.add(change);
      return undefined;
    }
  };
  const read = await Promise.all(changes.map(readOrSetAside));
  const byOwner = Map.groupBy(
    read.flatMap((one) => one ?? []),
    ({ owner }) => owner,
  );
  await Promise.all(
    [...byOwner].map(async ([owner, its]) => {
      for (const change of await announcedInTime(deps, owner, its)) failed.add(change);
    }),
  );
  return changes.filter((change) => failed.has(change));
}

/** Like `announceOwned`, in the time of the owner. When that time cannot be read, all changes must be delivered again. */
async function announcedInTime(
  deps: AnnounceChangesDeps,
  owner: Owner,
  its: readonly OwnedChange[],
): Promise<readonly TableChange[]> {
  try {
    return await deps.inOwnTime(owner, () => announceOwned(deps, owner, its));
  } catch (error) {
    deps.log.error("change.not_announced", error);
    return its.map(({ change }) => change);
  }
}
