import type { Shard } from "./stream-service.ts";

/** The shards to read now: a shard waits until all of its parent is processed. A parent that is listed no more is over. */
export function readableShards(shards: readonly Shard[], isOver: (shard: string) => boolean): readonly Shard[] {
  const listed = new Set(shards.map(({ id }) => id));
  return shards.filter(
    ({ id, parentId }) => !isOver(id) && (parentId === undefined || !listed.has(parentId) || isOver(parentId)),
  );
}
