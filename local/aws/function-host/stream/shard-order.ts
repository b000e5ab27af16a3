import type { Shard } from "./stream-service.ts";

/**
 * Selects the shards that can be read now. A shard waits until its parent is completely processed. A parent that is no
 * longer listed counts as processed.
 */
export function readableShards(shards: readonly Shard[], isOver: (shard: string) => boolean): readonly Shard[] {
  const listed = new Set(shards.map(({ id }) => id));
  return shards.filter(
    ({ id, parentId }) => !isOver(id) && (parentId === undefined || !listed.has(parentId) || isOver(parentId)),
  );
}
