import { dynamo } from "../../shared/aws/wiring.ts";
import { mediaStore } from "../../shared/conversations/wiring.ts";
import { config } from "../../shared/kernel/config.ts";
import { deliveryQueue } from "../../shared/notifications/queue-wiring.ts";
import { notifications } from "../../shared/notifications/wiring.ts";
import type { Engines } from "../engines.ts";
import { endMediaLeases } from "./media-leases.ts";
import { endNotificationLeases } from "./notification-leases.ts";
import { endRequestLeases } from "./request-leases.ts";
import { endWebhookLeases } from "./webhook-leases.ts";

/**
 * Ends the leases of an earlier, killed process: only this process uses the data folder, so no work needs to wait until
 * those leases expire. It must run before workers start. Tables at another endpoint may have other workers and are left
 * alone.
 */
export async function endFormerLeases({ table, queue }: Pick<Engines, "table" | "queue">): Promise<void> {
  if (table.databaseFile === undefined) return;
  const nowMs = Date.now();
  await Promise.all([
    endNotificationLeases(dynamo(), {
      table: config("NOTIFICATIONS_TABLE"),
      nowMs,
      leaseMs: config("LEASE_SECONDS") * 1000,
      doubtMs: config("BACKOFF_BASE_SECONDS") * 1000,
      notifications: notifications(),
      deliveryQueue: deliveryQueue(),
      bodies: queue.freed("delivery"),
    }),
    endWebhookLeases(dynamo(), { table: config("WEBHOOKS_TABLE"), nowMs }),
    endMediaLeases({ mediaStore: mediaStore(), nowMs }, queue.freed("media")),
  ]);
  // Callers do not wait for this scan, because a table with the idempotency keys of a day takes a while.
  void endRequestLeases(dynamo(), { table: config("EPHEMERAL_TABLE"), startedAtMs: nowMs }).catch(() => {});
}
