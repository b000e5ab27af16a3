import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import { type OverdueWebhook, WEBHOOK_SHARDS, type WebhookProgressStore, type WebhookQueue } from "./ports.ts";

export interface SweepWebhooksDeps {
  readonly progress: Pick<WebhookProgressStore, "overdue" | "postpone">;
  readonly webhookQueue: WebhookQueue;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Each run takes at most this many webhooks of a shard; the next run, a minute later, finds further ones. */
const LIMIT_PER_SHARD = 500;
const AT_ONCE = 10;
/** The sweep looks at the webhook again after this time, unless a worker takes the message and sets another time. */
const LOOKS_AGAIN_AFTER_MS = 300_000;

/**
 * Sends a message for each webhook that has something due and no worker. A failure does not stop the others, but the run fails at its end.
 * @param endsAt in epoch milliseconds; nothing begins after it
 */
export async function sweepWebhooks(deps: SweepWebhooksDeps, endsAt = Number.POSITIVE_INFINITY): Promise<number> {
  const { progress, clock, log } = deps;
  const errors: unknown[] = [];
  const shards = await Promise.all(
    Array.from({ length: WEBHOOK_SHARDS }, (_, shard) =>
      progress.overdue(shard, clock.now(), LIMIT_PER_SHARD).catch((error: unknown) => {
        errors.push(error);
        return [];
      }),
    ),
  );
  const found = shards.flat();
  let swept = 0;
  for (let first = 0; first < found.length && clock.now() < endsAt; first += AT_ONCE) {
    const done = await Promise.allSettled(found.slice(first, first + AT_ONCE).map((one) => sweepOne(deps, one)));
    for (const one of done) if (one.status === "rejected") errors.push(one.reason);
    swept += done.filter(({ status }) => status === "fulfilled").length;
  }
  log.info("webhooks.swept", { found: found.length, swept, failed: errors.length });
  if (errors.length > 0) throw errors[0];
  return swept;
}

async function sweepOne({ progress, webhookQueue, clock }: SweepWebhooksDeps, overdue: OverdueWebhook): Promise<void> {
  const { owner, webhookId } = overdue;
  await webhookQueue.enqueue({ owner, webhookId });
  await progress.postpone(overdue, clock.now() + LOOKS_AGAIN_AFTER_MS);
}
