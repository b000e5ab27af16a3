import type { Log } from "../../ports/log.ts";
import { DUE_SHARDS, type NotificationKey, type NotificationStore } from "../../ports/notification-store.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "./enqueue-or-leave-to-sweep.ts";

/** Per shard and run; what is left over is found by the next run a minute later. */
const LIMIT_PER_SHARD = 200;
const SHARDS_AT_ONCE = 4;

/** Told to the caller when every attempt was used up by workers that died. */
export const INTERRUPTED = "delivery was interrupted on every attempt";

export interface SweepNotificationsDeps extends EnqueueDeps {
  readonly notifications: NotificationStore;
  readonly log: Log;
}

interface Sweep {
  found: number;
  readonly errors: unknown[];
}

/**
 * D22: finds what is due and yet in nobody's hands, and puts it back on the queue. Answers how many it put back or gave up. A
 * notification that cannot be swept keeps it from no other one; the run fails at its end then, so that somebody hears of it.
 */
export async function sweepNotifications(deps: SweepNotificationsDeps): Promise<number> {
  const sweep: Sweep = { found: 0, errors: [] };
  for (let first = 0; first < DUE_SHARDS; first += SHARDS_AT_ONCE) {
    const shards = Array.from({ length: SHARDS_AT_ONCE }, (_, i) => first + i);
    await Promise.all(shards.map((shard) => sweepShard(deps, shard, sweep)));
  }
  const { found, errors } = sweep;
  if (found > 0) deps.metrics.count("swept", found);
  deps.log.info("notifications.swept", { found, failed: errors.length });
  if (errors.length > 0) throw errors[0];
  return found;
}

async function sweepShard(deps: SweepNotificationsDeps, shard: number, sweep: Sweep): Promise<void> {
  for (const key of await deps.notifications.due(shard, LIMIT_PER_SHARD)) {
    try {
      if (await sweepOne(deps, key)) sweep.found++;
    } catch (error) {
      deps.log.error("notification.not_swept", error, { owner: key.owner, id: key.id });
      sweep.errors.push(error);
    }
  }
}

async function sweepOne(deps: SweepNotificationsDeps, { owner, id }: NotificationKey): Promise<boolean> {
  const swept = await deps.notifications.sweep({ owner, id });
  switch (swept?.finding) {
    case undefined:
    case "leave":
      return false;
    case "give-up": {
      const gaveUp = await deps.notifications.giveUp(owner, id, INTERRUPTED);
      if (gaveUp) deps.metrics.count("given_up");
      return gaveUp;
    }
    case "enqueue":
      await enqueueOrLeaveToSweep(deps, { owner, id, accountId: swept?.accountId ?? "" });
      return true;
  }
}
