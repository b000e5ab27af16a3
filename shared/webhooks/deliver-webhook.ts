import { MAX_DELAY_SECONDS } from "../kernel/backoff.ts";
import type { WebhookMessage } from "./contract/messages.ts";
import { reasonToDisable } from "./domain/health.ts";
import type { WebhookReplay } from "./domain/replay.ts";
import { backsOff } from "./domain/stall.ts";
import type { Webhook } from "./domain/webhook.ts";
import { type ForgetWebhookDeps, forgetWebhook } from "./forget-webhook.ts";
import type { Released, WebhookProgressStore, WebhookQueue, WebhookStore } from "./ports.ts";
import { type Turn, type WebhookRoundDeps, webhookRound } from "./webhook-round.ts";

export interface DeliverWebhookDeps extends WebhookRoundDeps {
  readonly webhooks: Pick<WebhookStore, "get" | "update"> & ForgetWebhookDeps["webhooks"];
  readonly progress: Pick<WebhookProgressStore, "lease" | "advance" | "release" | "replayed" | "settle">;
  readonly webhookLog: WebhookRoundDeps["webhookLog"] & ForgetWebhookDeps["webhookLog"];
  readonly webhookQueue: WebhookQueue;
}

/** A worker begins no round or turn after this time, because other webhooks wait for the worker. */
const BEGINS_FOR_MS = 20_000;
/** A bound for the loop, which ends earlier: when nothing is left, or when the time is over. */
const MAX_TURNS = 100;
/** If the delayed message of the queue is late by more than a minute, the sweep sends another message. */
const GRACE_MS = 60_000;

/**
 * Sends due events to one webhook. A worker that finds the lease taken may end: the lease's holder looks for events once more after giving the
 * lease back, so it finds every event for which the other worker was called.
 */
export async function deliverWebhook(deps: DeliverWebhookDeps, message: WebhookMessage): Promise<void> {
  const { clock, webhookQueue } = deps;
  const endsAt = clock.now() + BEGINS_FOR_MS;
  for (let turns = 0; turns < MAX_TURNS && clock.now() < endsAt; turns++)
    if (!(await mayHaveMore(deps, message, endsAt))) return;
  await webhookQueue.enqueue(message);
}

/** Takes the lease, sends, and gives the lease back. Returns true when the webhook may have more events to send. */
async function mayHaveMore(deps: DeliverWebhookDeps, message: WebhookMessage, endsAt: number): Promise<boolean> {
  const { owner, webhookId } = message;
  const webhook = await deps.webhooks.get(owner, webhookId);
  if (webhook === undefined) return forgetWebhook(deps, message, endsAt);
  if (!webhook.isEnabled) {
    await deps.progress.settle(webhookId, false);
    // Settling may have undone a wake-up: the owner may have enabled or deleted the webhook at the same moment.
    return (await deps.webhooks.get(owner, webhookId))?.isEnabled !== false;
  }
  const lease = await deps.progress.lease(owner, webhookId, () => startOver(deps, webhook));
  if (lease === undefined) return false;
  const turn: Turn = { webhook, lease, endsAt, progress: lease.progress, replay: lease.replay };
  if ((await workOff(deps, turn)) === "lost") return false;
  const { isWoken, replay } = await release(deps, turn, message);
  // The webhook was woken while this worker held the lease, so the worker that a queue message called for the webhook has ended.
  if (isWoken) return true;
  // During a back-off nothing more is sent. The queue message at its end finds the events that came by then.
  return !backsOff(turn.progress, deps.clock.now()) && hasMore(deps, turn, replay);
}

/** Returns the position of a webhook whose progress is lost: just before the newest event. Only a replay sends earlier events. */
async function startOver({ feed }: DeliverWebhookDeps, { owner }: Webhook): Promise<number> {
  return Math.max(0, (await feed.head(owner)) - 1);
}

/** Runs rounds until nothing is left, the time is over, or the webhook has changed. `lost` means that another worker has the lease. */
async function workOff(deps: DeliverWebhookDeps, turn: Turn): Promise<"lost" | "over"> {
  const { owner, id, updatedAt } = turn.webhook;
  while (deps.clock.now() < turn.endsAt) {
    const { tries, end } = await webhookRound(deps, turn);
    const reason = reasonToDisable(turn.progress.failingSinceMs, tries);
    if (reason !== undefined) await disable(deps, turn.webhook, reason);
    if (end === "lost") return "lost";
    if (end !== "more" || reason !== undefined) return "over";
    const webhook = await deps.webhooks.get(owner, id);
    if (webhook?.updatedAt !== updatedAt) return "over";
  }
  return "over";
}

/** Disables the webhook, unless its owner has given it another address meanwhile. */
async function disable({ webhooks, clock }: DeliverWebhookDeps, { owner, id, url }: Webhook, reason: string) {
  await webhooks.update(owner, id, (known) =>
    known.isEnabled && known.url === url
      ? { ...known, isEnabled: false, disabledReason: reason, updatedAt: new Date(clock.now()).toISOString() }
      : known,
  );
}

/** Gives the lease back, and plans a message for the earliest pending try or for the end of the back-off. */
async function release(deps: DeliverWebhookDeps, turn: Turn, message: WebhookMessage): Promise<Released> {
  const { progress, clock, webhookQueue } = deps;
  const now = clock.now();
  const wake = await nextWake(deps, turn, now);
  const wakesAtMs = wake.messageAtMs ?? turn.progress.wakesAtMs;
  const released = await progress.release(turn.lease, { ...turn.progress, wakesAtMs }, wake.lookAtMs);
  if (wake.messageAtMs !== undefined) await webhookQueue.enqueue(message, (wake.messageAtMs - now) / 1000);
  return released;
}

async function nextWake({ webhookLog }: DeliverWebhookDeps, { webhook, progress }: Turn, now: number): Promise<Wake> {
  // A message that comes before the end of the back-off gets no lease.
  if (backsOff(progress, now)) return wakeAt(progress.backsOffUntilMs ?? now, now);
  const page = await webhookLog.due(webhook.id, now, 1);
  const dueMs = page.deliveries[0]?.atMs ?? page.nextDueMs;
  return dueMs === undefined ? {} : wakeAt(dueMs, now, progress.wakesAtMs);
}

interface Wake {
  /** The time at which the sweep looks at the webhook. */
  readonly lookAtMs?: number;
  /** The time for the next queue message; absent when none is needed. */
  readonly messageAtMs?: number;
}

/** Plans the queue message and the sweep's look for `dueMs`. `knownMs` is the time of a planned message; one in time is enough. */
function wakeAt(dueMs: number, nowMs: number, knownMs = 0): Wake {
  const seconds = Math.ceil((dueMs - nowMs) / 1000);
  const messageAtMs = nowMs + seconds * 1000;
  if (seconds <= 0) return { lookAtMs: nowMs + GRACE_MS };
  if (messageAtMs - nowMs > MAX_DELAY_SECONDS * 1000) return { lookAtMs: dueMs };
  const lookAtMs = messageAtMs + GRACE_MS;
  return knownMs > nowMs && knownMs <= messageAtMs ? { lookAtMs } : { lookAtMs, messageAtMs };
}

/** True when events, tries or a deletion came while this worker held the lease. The workers that came for them found it taken. */
async function hasMore(
  { webhooks, webhookLog, feed, clock }: DeliverWebhookDeps,
  { webhook, progress }: Turn,
  replay: WebhookReplay | undefined,
): Promise<boolean> {
  if ((await webhooks.get(webhook.owner, webhook.id)) === undefined) return true;
  if (replay !== undefined || (await feed.head(webhook.owner)) > progress.position) return true;
  return (await webhookLog.due(webhook.id, clock.now(), 1)).deliveries.length > 0;
}
